//! What is waited for, while a person watches. Where nobody does, nothing is shown.

use cobra::{Io, LiveArea};

use super::{Condition, Readiness};
use crate::resources::Resource;

/// So many objects are named.
const NAMED: usize = 10;

/// Lines that say what is waited for, until it is there or the wait is given up.
pub(super) struct LiveWait<'a, 'io> {
    area: Option<LiveArea>,
    io: &'a mut Io<'io>,
}

impl<'a, 'io> LiveWait<'a, 'io> {
    pub(super) fn new(io: &'a mut Io<'io>) -> Self {
        LiveWait {
            area: LiveArea::new(io),
            io,
        }
    }

    /// Shows which objects are not yet in a condition.
    pub(super) fn show(
        &mut self,
        resources: &[Resource],
        statuses: &[Option<Readiness>],
        wanted: Condition,
    ) {
        if self.area.is_some() {
            self.draw(&picture(resources, statuses, wanted));
        }
    }

    /// Shows the one object that is asked for again and again.
    pub(super) fn show_one(&mut self, resource: &Resource) {
        if self.area.is_some() {
            self.draw(&format!("waiting for {}\n", named(resource)));
        }
    }

    fn draw(&mut self, text: &str) {
        if let Some(area) = &mut self.area {
            // A wait goes on though nobody sees it any more.
            let _ = area.draw(text, self.io);
        }
    }
}

impl Drop for LiveWait<'_, '_> {
    fn drop(&mut self) {
        if let Some(area) = &mut self.area {
            let _ = area.clear(self.io);
        }
    }
}

fn named(resource: &Resource) -> String {
    format!("{}/{}", resource.api.kind, resource.name)
}

fn picture(resources: &[Resource], statuses: &[Option<Readiness>], wanted: Condition) -> String {
    let missing: Vec<(&Resource, &Option<Readiness>)> = resources
        .iter()
        .zip(statuses)
        .filter(|(_, status)| {
            status
                .as_ref()
                .is_none_or(|status| status.condition != wanted)
        })
        .collect();
    let (all, done) = (resources.len(), resources.len() - missing.len());
    let what = match wanted {
        Condition::NotFound => "gone",
        _ => "ready",
    };
    let mut text = format!("{done} of {all} objects are {what}\n");
    for (resource, status) in missing.iter().take(NAMED) {
        let status = status.as_ref();
        let why = status.map_or("not seen yet", |status| &status.message);
        text.push_str(&format!("  {}: {why}\n", named(resource)));
    }
    let more = missing.len().saturating_sub(NAMED);
    if more > 0 {
        text.push_str(&format!("  and {more} more\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use cliruntime::ApiResource;
    use cobra::{Capture, Terminals};
    use serde_json::Value;

    use super::*;

    fn web() -> Resource {
        Resource {
            object: Value::Null,
            api: ApiResource {
                kind: "Deployment".to_owned(),
                ..ApiResource::default()
            },
            namespace: "default".to_owned(),
            name: "web".to_owned(),
        }
    }

    fn shown(terminal: bool) -> String {
        let mut capture = Capture::default();
        {
            let mut io = capture.io();
            io.terminals = Terminals {
                stdout: terminal,
                ..Terminals::default()
            };
            let mut live = LiveWait::new(&mut io);
            let status = Readiness {
                condition: Condition::InProgress,
                message: "Available: 1/3".to_owned(),
            };
            live.show(&[web()], &[Some(status)], Condition::Current);
        }
        capture.out()
    }

    #[test]
    fn a_person_sees_what_is_missing_until_the_wait_ends() {
        let text = shown(true);
        assert!(
            text.contains("0 of 1 objects are ready\n  Deployment/web: Available: 1/3\n"),
            "{text:?}"
        );
        assert!(text.ends_with("\x1b[J"), "it is taken away: {text:?}");
        assert_eq!(shown(false), "");
    }
}
