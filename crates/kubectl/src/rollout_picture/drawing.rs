//! How a picture looks: as a table for people, as a line elsewhere.

use gostd::tabwriter::{self, Layout};

use super::{RevisionPicture, RolloutPicture};

/// More pods than this are told in numbers.
const MOST_MARKS: usize = 40;

const READY: (&str, &str) = ("●", "\x1b[32m");
const STARTING: (&str, &str) = ("○", "\x1b[33m");
const LEAVING: (&str, &str) = ("×", "\x1b[2m");
const PLAIN: &str = "\x1b[0m";

impl RolloutPicture {
    /// A table of the revisions, indented, with a mark for each pod: ready, starting, leaving.
    #[must_use]
    pub fn table(&self, colored: bool) -> String {
        let mut cells = "  REVISION\tTRAFFIC\tIMAGES\tPODS\n".to_owned();
        for revision in &self.revisions {
            cells.push_str(&format!(
                "  {}\t{}\t{}\t{}\n",
                revision.revision,
                revision.traffic_text(),
                revision.images,
                revision.marks(colored)
            ));
        }
        tabwriter::format(&cells, Layout::new(0, 8, 2, ' '))
    }

    /// The workload that is shown: `deployment default/web`.
    #[must_use]
    pub fn title(&self) -> String {
        let kind = self.kind.to_lowercase();
        format!("{kind} {}/{}", self.namespace, self.name)
    }

    /// The whole picture as one line without its break.
    #[must_use]
    pub fn line(&self) -> String {
        let revisions: Vec<String> = self.revisions.iter().map(RevisionPicture::words).collect();
        format!("{}: {}", self.title(), revisions.join("; "))
    }
}

impl RevisionPicture {
    fn traffic_text(&self) -> String {
        self.traffic
            .map_or_else(|| "-".to_owned(), |percent| format!("{percent} %"))
    }

    fn marks(&self, colored: bool) -> String {
        if self.ready + self.starting + self.leaving > MOST_MARKS {
            return self.counts();
        }
        let of = |(mark, color): (&str, &str), count: usize| {
            let marks = mark.repeat(count);
            if colored && count > 0 {
                format!("{color}{marks}{PLAIN}")
            } else {
                marks
            }
        };
        [
            of(READY, self.ready),
            of(STARTING, self.starting),
            of(LEAVING, self.leaving),
        ]
        .concat()
    }

    fn counts(&self) -> String {
        let counted: Vec<String> = [
            (self.ready, "ready"),
            (self.starting, "starting"),
            (self.leaving, "leaving"),
        ]
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
        if counted.is_empty() {
            "no pods".to_owned()
        } else {
            counted.join(", ")
        }
    }

    fn words(&self) -> String {
        let traffic = self
            .traffic
            .map(|percent| format!(", {percent} % of the traffic"))
            .unwrap_or_default();
        format!(
            "revision {} ({}) {}{traffic}",
            self.revision,
            self.images,
            self.counts()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture() -> RolloutPicture {
        let revision =
            |revision, images: &str, ready, starting, leaving, traffic| RevisionPicture {
                revision,
                images: images.to_owned(),
                ready,
                starting,
                leaving,
                traffic,
            };
        RolloutPicture {
            kind: "Deployment".to_owned(),
            namespace: "default".to_owned(),
            name: "web".to_owned(),
            revisions: vec![
                revision(9, "nginx:1.25", 2, 0, 1, Some(100)),
                revision(10, "nginx:1.26,proxy:2", 0, 1, 0, Some(0)),
                revision(11, "nginx:1.27", 50, 0, 0, None),
            ],
        }
    }

    #[test]
    fn a_mark_for_each_pod() {
        assert_eq!(
            picture().table(false),
            "  REVISION  TRAFFIC  IMAGES              PODS
  9         100 %    nginx:1.25          ●●×
  10        0 %      nginx:1.26,proxy:2  ○
  11        -        nginx:1.27          50 ready
"
        );
        let colored = picture().table(true);
        assert!(colored.contains("\x1b[32m●●\x1b[0m\x1b[2m×\x1b[0m\n"));
    }

    #[test]
    fn a_line_for_a_pipe() {
        assert_eq!(
            picture().line(),
            "deployment default/web: revision 9 (nginx:1.25) 2 ready, 1 leaving, 100 % of the traffic; \
             revision 10 (nginx:1.26,proxy:2) 1 starting, 0 % of the traffic; revision 11 (nginx:1.27) 50 ready"
        );
    }
}
