//! PEM blocks.

/// A block with lines of 64 characters.
pub(super) fn encode(label: &str, der: &[u8]) -> String {
    let body = gostd::base64::encode(der);
    let mut out = format!("-----BEGIN {label}-----\n");
    for line in body.as_bytes().chunks(64) {
        out.extend(line.iter().map(|b| char::from(*b)));
        out.push('\n');
    }
    out.push_str(&format!("-----END {label}-----\n"));
    out
}

/// Label and contents of the first block of a text.
pub(super) fn decode(text: &str) -> Option<(String, Vec<u8>)> {
    let start = text.find("-----BEGIN ")? + "-----BEGIN ".len();
    let (label, rest) = text[start..].split_once("-----")?;
    let body = rest
        .split(&format!("-----END {label}-----"))
        .next()
        .filter(|body| body.len() < rest.len())?;
    let body: String = body.split_whitespace().collect();
    Some((
        label.to_owned(),
        gostd::base64::decode(body.as_bytes()).ok()?,
    ))
}
