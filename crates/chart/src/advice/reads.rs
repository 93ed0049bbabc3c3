//! Which values the templates of a chart read.

use std::collections::BTreeMap;

use gotmpl::{Options, Reference, Sink, Step, Str, Templates};
use goyaml::Node;

use crate::chart::Chart;
use crate::engine;
use crate::metadata::Dependency;
use crate::values::GLOBAL;

/// What is read of a value, by steps from the chart's values.
#[derive(Clone, Debug, Default)]
pub(super) struct Reads {
    below: BTreeMap<Step, Reads>,
    /// Whether all of it is read in some place.
    whole: bool,
    /// A place where it is printed as Go prints it, `file:line`.
    printed: Option<String>,
}

impl Reads {
    pub(super) fn is_whole(&self) -> bool {
        self.whole
    }

    pub(super) fn printed(&self) -> Option<&str> {
        self.printed.as_deref()
    }

    pub(super) fn below(&self, step: &Step) -> Option<&Reads> {
        self.below.get(step)
    }

    fn at(&mut self, path: &[Step]) -> &mut Reads {
        path.iter().fold(self, |reads, step| {
            reads.below.entry(step.clone()).or_default()
        })
    }

    fn at_keys(&mut self, path: &str) -> &mut Reads {
        let steps: Vec<Step> = path.split('.').map(key).collect();
        self.at(&steps)
    }

    fn add(&mut self, reference: &Reference) {
        let Some(path) = path_in_values(&reference.path) else {
            return;
        };
        let reads = self.at(&path);
        reads.whole |= takes_all(reference);
        if reads.printed.is_none() && prints_as_it_is(reference) {
            reads.printed = Some(format!("{}:{}", reference.file, reference.line));
        }
    }

    fn merge(&mut self, other: &Reads) {
        self.whole |= other.whole;
        if self.printed.is_none() {
            self.printed.clone_from(&other.printed);
        }
        for (step, reads) in &other.below {
            self.below.entry(step.clone()).or_default().merge(reads);
        }
    }
}

fn key(name: &str) -> Step {
    Step::Key(Str::from(name))
}

/// What the templates of a chart and of those that it contains read of the chart's values; none if a template cannot
/// be parsed. `values` are texts that templates may execute.
pub(super) fn of_chart<'a>(
    chart: &Chart,
    values: impl Iterator<Item = &'a Node>,
    environment: &sprig::Environment,
) -> Option<Reads> {
    let mut charts = Vec::new();
    of_templates(chart, environment, &mut charts)?;
    let mut shared: Vec<Reference> = charts
        .iter()
        .flatten()
        .filter(|reference| reference.template != reference.file)
        .cloned()
        .collect();
    for text in values {
        of_texts(text, environment, &mut shared);
    }
    Some(reads(chart, &mut charts.into_iter(), &shared))
}

/// The references of a chart's templates, then those of the charts in it, all the way down.
fn of_templates(
    chart: &Chart,
    environment: &sprig::Environment,
    charts: &mut Vec<Vec<Reference>>,
) -> Option<()> {
    let mut templates = set(environment);
    for file in chart.templates.iter() {
        templates
            .parse(file.name.as_str(), file.data.clone())
            .ok()?;
    }
    charts.push(templates.references());
    for dependency in &chart.dependencies {
        of_templates(dependency, environment, charts)?;
    }
    Some(())
}

/// The references of texts that look like templates.
fn of_texts(node: &Node, environment: &sprig::Environment, found: &mut Vec<Reference>) {
    if let Some(text) = node.as_str().filter(|text| text.contains("{{")) {
        let mut templates = set(environment);
        if templates.parse("values", text).is_ok() {
            found.extend(templates.references());
        }
    }
    for (_, value) in node.pairs() {
        of_texts(value, environment, found);
    }
    for item in node.items() {
        of_texts(item, environment, found);
    }
}

fn set(environment: &sprig::Environment) -> Templates {
    Templates::new("", engine::all_functions(environment), Options::default())
}

/// Any chart's definitions may be executed for any other chart, so `shared` counts for each.
fn reads(
    chart: &Chart,
    own: &mut impl Iterator<Item = Vec<Reference>>,
    shared: &[Reference],
) -> Reads {
    let mut all = Reads::default();
    for reference in own.next().iter().flatten().chain(shared) {
        all.add(reference);
    }
    // What another chart would import.
    all.at_keys("exports").whole = true;
    let contained: Vec<(&Chart, Reads)> = chart
        .dependencies
        .iter()
        .map(|dependency| (dependency, reads(dependency, own, shared)))
        .collect();
    for (dependency, below) in &contained {
        if let Some(global) = below.below.get(&key(GLOBAL)) {
            all.at_keys(GLOBAL).merge(global);
        }
        all.at(&[key(dependency.name())]).merge(below);
    }
    for dependency in &chart.metadata.dependencies {
        let below = contained
            .iter()
            .find(|(chart, _)| chart.name() == dependency.name);
        add_dependency(&mut all, dependency, below.map(|(_, below)| below));
    }
    all
}

/// What a dependency's declaration reads, and what the chart reads of its values under its alias.
fn add_dependency(all: &mut Reads, dependency: &Dependency, below: Option<&Reads>) {
    let paths = dependency.condition.split(',').map(str::trim);
    for path in paths.filter(|path| !path.is_empty()) {
        all.at_keys(path);
    }
    for tag in &dependency.tags {
        all.at(&[key("tags"), key(tag)]);
    }
    for name in [&dependency.name, &dependency.alias] {
        match below {
            _ if name.is_empty() => {}
            Some(below) => all.at(&[key(name)]).merge(below),
            // A chart that is not there may read anything.
            None => all.at(&[key(name)]).whole = true,
        }
    }
    for import in &dependency.import_values {
        if let Some(child) = import["child"].as_str() {
            all.at(&[key(&dependency.name)]).at_keys(child).whole = true;
        }
        if let Some(parent) = import["parent"].as_str().filter(|path| *path != ".") {
            all.at_keys(parent);
        }
    }
}

/// The part of a path that leads into values: behind `.Values`, or into those of a contained chart.
fn path_in_values(path: &[Step]) -> Option<Vec<Step>> {
    let is = |step: &Step, name: &str| matches!(step, Step::Key(key) if key == name);
    let start = path.iter().rposition(|step| is(step, "Values"))?;
    let mut whole: Vec<Step> = Vec::new();
    let mut before = path[..start].iter();
    while let Some(step) = before.next() {
        if is(step, "Subcharts") {
            whole.extend(before.next().cloned());
        }
    }
    let after = &path[start + 1..];
    // A method of values that gives the values themselves.
    let after = match after {
        [step, rest @ ..] if is(step, "AsMap") => rest,
        _ => after,
    };
    whole.extend_from_slice(after);
    Some(whole)
}

/// Whether everything below the value counts as read.
fn takes_all(reference: &Reference) -> bool {
    const LOOKS: [&str; 14] = [
        "and", "or", "not", "eq", "ne", "lt", "le", "gt", "ge", "len", "empty", "kindIs", "typeIs",
        "required",
    ];
    let only_looks = || {
        let mut functions = reference.functions.iter();
        functions.all(|function| LOOKS.contains(&&**function))
    };
    match reference.sink {
        Sink::Binding => !reference.functions.is_empty(),
        Sink::Condition => !only_looks(),
        Sink::Output | Sink::Template => true,
    }
}

/// Whether a number would be printed by Go's own rules, rather than as an integer, in YAML or in JSON.
fn prints_as_it_is(reference: &Reference) -> bool {
    const PASSES: [&str; 14] = [
        "default", "required", "coalesce", "quote", "squote", "toString", "print", "println",
        "cat", "trim", "indent", "nindent", "upper", "lower",
    ];
    let mut functions = reference.functions.iter();
    reference.sink == Sink::Output && functions.all(|function| PASSES.contains(&&**function))
}
