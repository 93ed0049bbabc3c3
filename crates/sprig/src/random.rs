//! Random texts and numbers, from the environment's source.

use gotmpl::{CallError, Str, Value};

use crate::environment::Environment;
use crate::function::{Named, Result, binary, nullary, unary};

const MAX_RANDOM: i64 = 1 << 24;

pub(crate) fn functions(environment: &Environment) -> Vec<Named> {
    let letters: Vec<u8> = (b'a'..=b'z').chain(b'A'..=b'Z').collect();
    let digits: Vec<u8> = (b'0'..=b'9').collect();
    let alphabets = [
        ("randAlphaNum", [letters.clone(), digits.clone()].concat()),
        ("randAlpha", letters),
        ("randNumeric", digits),
        ("randAscii", (b' '..=b'~').collect()),
    ];
    let mut functions: Vec<Named> = Vec::new();
    for (name, alphabet) in alphabets {
        let environment = environment.clone();
        functions.push((
            name,
            unary(move |count: i64| text(&environment, &alphabet, count)),
        ));
    }
    let (bytes, numbers, order, identifiers) = (
        environment.clone(),
        environment.clone(),
        environment.clone(),
        environment.clone(),
    );
    functions.push((
        "randBytes",
        unary(move |count: i64| random_bytes(&bytes, count)),
    ));
    functions.push((
        "randInt",
        binary(move |min: i64, max: i64| random_int(&numbers, min, max)),
    ));
    functions.push(("shuffle", unary(move |text: Str| shuffle(&order, &text))));
    functions.push(("uuidv4", nullary(move || uuid(&identifiers))));
    functions
}

fn counted(count: i64) -> Result<usize> {
    match count {
        0..=MAX_RANDOM => Ok(usize::try_from(count).unwrap_or(0)),
        _ => Err(CallError::new(format!(
            "cannot make {count} random characters"
        ))),
    }
}

fn text(environment: &Environment, alphabet: &[u8], count: i64) -> Result<Str> {
    // A negative count is an error that Sprig drops.
    let count = counted(count.max(0))?;
    let pick =
        |_| alphabet[usize::try_from(environment.random_below(alphabet.len() as u64)).unwrap_or(0)];
    Ok(Str::from((0..count).map(pick).collect::<Vec<u8>>()))
}

fn random_bytes(environment: &Environment, count: i64) -> Result<String> {
    if count < 0 {
        return Err("runtime error: makeslice: len out of range".into());
    }
    let mut bytes = vec![0; counted(count)?];
    environment.fill_random(&mut bytes);
    Ok(gostd::base64::encode(&bytes))
}

fn random_int(environment: &Environment, min: i64, max: i64) -> Result<Value> {
    match u64::try_from(i128::from(max) - i128::from(min)) {
        Ok(span @ 1..) => Ok(Value::Int(
            min.wrapping_add_unsigned(environment.random_below(span)),
        )),
        _ => Err("invalid argument to Intn".into()),
    }
}

fn shuffle(environment: &Environment, text: &Str) -> Str {
    let mut runes: Vec<char> = text.to_str().chars().collect();
    for last in (1..runes.len()).rev() {
        let other = usize::try_from(environment.random_below(last as u64 + 1)).unwrap_or(0);
        runes.swap(last, other);
    }
    Str::from(runes.into_iter().collect::<String>())
}

fn uuid(environment: &Environment) -> String {
    let mut bytes = [0; 16];
    environment.fill_random(&mut bytes);
    uuid::Builder::from_random_bytes(bytes)
        .into_uuid()
        .to_string()
}
