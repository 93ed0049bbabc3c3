//! `helm search repo`.

use std::io::Write as _;

use cobra::{Command, Failure, Flag, Flags, Invocation, Io};
use gostd::regexp::Regexp;
use serde_json::{Value, json};
use sprig::{Constraints, Version};

use crate::flags::{OUTPUT, Output};
use crate::repo::{Cache, ChartVersion, Repositories};
use crate::root::Context;
use crate::table::Table;

const FLAGS: &[Flag] = &[
    Flag::bool("devel", "find pre-releases too"),
    Flag::bool("fail-on-no-result", "fail if nothing is found"),
    Flag::uint("max-col-width", "how wide a column may be").default("50"),
    Flag::bool("regexp", "take the keyword for a regular expression").short('r'),
    Flag::string("version", "constraint on the version"),
    Flag::bool("versions", "show every version of a chart").short('l'),
];

const LONG: &str = "
Searches the indexes of the named repositories, as they were downloaded last: the
names, descriptions and keywords of charts. Without a keyword all are shown.
";

const EXAMPLE: &str = "  # Every version of what has to do with databases, pre-releases too
  helm search repo database --versions --devel";

pub(super) static REPO: Command<Context> =
    Command::new("repo [keyword]", "search the named repositories")
        .long(LONG)
        .example(EXAMPLE)
        .flags(&[FLAGS, OUTPUT])
        .run(run);

/// A chart that was found.
struct Hit {
    name: String,
    version: ChartVersion,
    score: usize,
}

fn run(invocation: &Invocation<Context>, _: &mut Context, io: &mut Io<'_>) -> Result<(), Failure> {
    let flags = &invocation.flags;
    let known = Repositories::load(&io.resolve(flags.string("repository-config")))?;
    if known.0.is_empty() {
        return Err(Failure::new("no repositories configured"));
    }
    let mut hits = all(&known, flags, io)?;
    let keyword = invocation.args.join(" ");
    hits = matching(hits, &keyword, flags.bool("regexp"))?;
    let keep = constraint(flags)?;
    hits.retain(|hit| {
        Version::parse(&hit.version.version).is_ok_and(|version| keep.check(&version))
    });
    hits.sort_by(|a, b| {
        (a.score, &a.name)
            .cmp(&(b.score, &b.name))
            .then_with(|| crate::repo::newer_first(&a.version.version, &b.version.version))
    });
    if !flags.bool("versions") {
        hits.dedup_by(|later, earlier| later.name == earlier.name);
    }
    if hits.is_empty() && flags.bool("fail-on-no-result") {
        return Err(Failure::new("no results found"));
    }
    show(&hits, flags, io)
}

fn constraint(flags: &Flags) -> Result<Constraints, Failure> {
    let wanted = match flags.string("version") {
        "" if flags.bool("devel") => ">0.0.0-0",
        "" => ">0.0.0",
        wanted => wanted,
    };
    Constraints::parse(wanted)
        .map_err(|error| Failure::new(format!("an invalid version/constraint format: {error}")))
}

/// Every version of every chart, by the name that it has among all repositories.
fn all(known: &Repositories, flags: &Flags, io: &mut Io<'_>) -> Result<Vec<Hit>, Failure> {
    let cache = Cache::from_flags(flags, io);
    let mut hits = Vec::new();
    for repository in &known.0 {
        let Ok(index) = cache.index(&repository.name) else {
            let path = cache.index_path(&repository.name);
            let name = gostd::strconv::quote(&repository.name);
            writeln!(
                io.stderr,
                "level=WARN msg=\"repo is corrupt or missing\" repo={} error=\"open {}: no such file or directory\"",
                name.trim_matches('"'),
                path.display()
            )?;
            continue;
        };
        let versions = index.entries.into_iter().flat_map(|(name, versions)| {
            let name = format!("{}/{name}", repository.name);
            versions.into_iter().map(move |version| Hit {
                name: name.clone(),
                version,
                score: 0,
            })
        });
        hits.extend(versions);
    }
    Ok(hits)
}

/// The charts whose texts have the keyword: those that have it in an earlier text come first.
fn matching(hits: Vec<Hit>, keyword: &str, is_pattern: bool) -> Result<Vec<Hit>, Failure> {
    if keyword.is_empty() {
        return Ok(hits);
    }
    let pattern = if is_pattern {
        Some(Regexp::compile(keyword)?)
    } else {
        None
    };
    let keyword = keyword.to_lowercase();
    let found = hits.into_iter().filter_map(|mut hit| {
        let text = searched(&hit);
        let position = match &pattern {
            Some(pattern) => first_match(pattern, &text)?,
            None => text.find(&keyword)?,
        };
        hit.score = text.as_bytes()[..position]
            .iter()
            .filter(|byte| **byte == SEPARATOR)
            .count();
        Some(hit)
    });
    Ok(found.collect())
}

/// Stands between the texts that are searched.
const SEPARATOR: u8 = 0x0b;

fn searched(hit: &Hit) -> String {
    let ChartVersion {
        name,
        description,
        keywords,
        ..
    } = &hit.version;
    let keywords = keywords.join(" ");
    let texts = [name, &hit.name, description, &keywords].map(String::as_str);
    texts
        .join(&char::from(SEPARATOR).to_string())
        .to_lowercase()
}

fn first_match(pattern: &Regexp, text: &str) -> Option<usize> {
    if !pattern.is_match(text) {
        return None;
    }
    let parts = pattern.split(text.as_bytes(), 2)?;
    parts.first().map(|before| before.len())
}

fn show(hits: &[Hit], flags: &Flags, io: &mut Io<'_>) -> Result<(), Failure> {
    match Output::from_flags(flags) {
        Output::Table if hits.is_empty() => writeln!(io.stdout, "No results found")?,
        Output::Table => {
            let width = usize::try_from(flags.int("max-col-width")).unwrap_or_default();
            let mut table = Table::new().max_width(width);
            table.row(["NAME", "CHART VERSION", "APP VERSION", "DESCRIPTION"]);
            for Hit { name, version, .. } in hits {
                table.row([
                    name.as_str(),
                    version.version.as_str(),
                    version.app_version.as_str(),
                    version.description.as_str(),
                ]);
            }
            write!(io.stdout, "{table}")?;
        }
        Output::Json => {
            let objects: Vec<String> = hits.iter().map(json_line).collect();
            writeln!(io.stdout, "[{}]", objects.join(","))?;
        }
        Output::Yaml => {
            let objects: Vec<Value> = hits.iter().map(object).collect();
            write!(
                io.stdout,
                "{}",
                goyaml::json_to_yaml(&Value::Array(objects))
            )?;
        }
    }
    Ok(())
}

fn object(hit: &Hit) -> Value {
    json!({
        "name": hit.name,
        "version": hit.version.version,
        "app_version": hit.version.app_version,
        "description": hit.version.description,
    })
}

/// The object with its fields in Helm's order.
fn json_line(hit: &Hit) -> String {
    let fields = [
        ("name", &hit.name),
        ("version", &hit.version.version),
        ("app_version", &hit.version.app_version),
        ("description", &hit.version.description),
    ];
    let fields = fields.map(|(key, text)| {
        let mut field = format!("\"{key}\":");
        gostd::json::append_string(&mut field, text.as_bytes(), true);
        field
    });
    format!("{{{}}}", fields.join(","))
}
