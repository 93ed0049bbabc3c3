//! What becomes of an event that resembles earlier ones: counted, merged into a summary, or dropped.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use apimachinery::Timestamp;

/// So many different messages of one kind within [`AGGREGATION_WINDOW`] are told one by one; the next ones are merged.
const MAX_SIMILAR: usize = 10;
const AGGREGATION_WINDOW: Duration = Duration::from_secs(600);
const SPAM_BURST: f64 = 25.0;
/// One event every five minutes comes back to an object that has used up its burst.
const SPAM_REFILL_SECONDS: f64 = 300.0;
/// Entries that are remembered before the least recent ones are let go.
const REMEMBERED: usize = 4096;

/// What an event says, apart from when.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Occurrence {
    pub(crate) object_uid: String,
    pub(crate) type_: &'static str,
    pub(crate) reason: String,
    pub(crate) message: String,
}

/// What to write for an occurrence.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Verdict {
    /// A new event with this message.
    Create(String),
    /// The event of this name has happened once more.
    Count {
        name: String,
        count: u64,
        message: String,
    },
    /// Nothing: the object has told too much.
    Drop,
}

/// Remembers what was told, per component.
#[derive(Debug, Default)]
pub(crate) struct Correlator {
    told: BTreeMap<String, Told>,
    similar: BTreeMap<String, Similar>,
    buckets: BTreeMap<String, Bucket>,
}

#[derive(Debug)]
struct Told {
    name: String,
    count: u64,
}

#[derive(Debug)]
struct Similar {
    messages: BTreeSet<String>,
    last: Timestamp,
}

#[derive(Debug)]
struct Bucket {
    tokens: f64,
    last: Timestamp,
}

impl Correlator {
    /// Decides what to write at this time.
    pub(crate) fn decide(&mut self, occurrence: &Occurrence, now: Timestamp) -> (String, Verdict) {
        let (message, merged) = self.aggregate(occurrence, now);
        let key = if merged {
            similarity_key(occurrence)
        } else {
            format!("{}\0{}", similarity_key(occurrence), occurrence.message)
        };
        let verdict = match self.told.get_mut(&key) {
            Some(told) => {
                told.count += 1;
                Verdict::Count {
                    name: told.name.clone(),
                    count: told.count,
                    message,
                }
            }
            None => Verdict::Create(message),
        };
        // What is dropped has still been counted.
        if self.take_token(&occurrence.object_uid, now) {
            (key, verdict)
        } else {
            (key, Verdict::Drop)
        }
    }

    /// Remembers under which name the event of a key was written.
    pub(crate) fn told(&mut self, key: String, name: String) {
        self.told.insert(key, Told { name, count: 1 });
        while self.told.len() > REMEMBERED {
            self.told.pop_first();
        }
    }

    fn aggregate(&mut self, occurrence: &Occurrence, now: Timestamp) -> (String, bool) {
        let similar = self
            .similar
            .entry(similarity_key(occurrence))
            .or_insert_with(|| Similar {
                messages: BTreeSet::new(),
                last: now,
            });
        if now.since(similar.last) > AGGREGATION_WINDOW {
            similar.messages.clear();
        }
        similar.last = now;
        similar.messages.insert(occurrence.message.clone());
        if similar.messages.len() < MAX_SIMILAR {
            return (occurrence.message.clone(), false);
        }
        similar.messages.pop_first();
        (
            format!("(combined from similar events): {}", occurrence.message),
            true,
        )
    }

    fn take_token(&mut self, object_uid: &str, now: Timestamp) -> bool {
        let bucket = self.buckets.entry(object_uid.to_owned()).or_insert(Bucket {
            tokens: SPAM_BURST,
            last: now,
        });
        bucket.tokens = (bucket.tokens
            + now.since(bucket.last).as_secs_f64() / SPAM_REFILL_SECONDS)
            .min(SPAM_BURST);
        bucket.last = now;
        if bucket.tokens < 1.0 {
            return false;
        }
        bucket.tokens -= 1.0;
        while self.buckets.len() > REMEMBERED {
            self.buckets.pop_first();
        }
        true
    }
}

fn similarity_key(occurrence: &Occurrence) -> String {
    format!(
        "{}\0{}\0{}",
        occurrence.object_uid, occurrence.type_, occurrence.reason
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> Timestamp {
        Timestamp::from_micros(0)
    }

    fn occurrence(message: &str) -> Occurrence {
        Occurrence {
            object_uid: "u".to_owned(),
            type_: "Normal",
            reason: "ScalingReplicaSet".to_owned(),
            message: message.to_owned(),
        }
    }

    fn tell(correlator: &mut Correlator, message: &str, now: Timestamp) -> Verdict {
        let (key, verdict) = correlator.decide(&occurrence(message), now);
        if matches!(verdict, Verdict::Create(_)) {
            correlator.told(key, format!("name-of-{message}"));
        }
        verdict
    }

    #[test]
    fn the_same_event_is_counted() {
        let mut correlator = Correlator::default();
        assert_eq!(
            tell(&mut correlator, "a", start()),
            Verdict::Create("a".to_owned())
        );
        let again = tell(&mut correlator, "a", start());
        assert_eq!(
            again,
            Verdict::Count {
                name: "name-of-a".to_owned(),
                count: 2,
                message: "a".to_owned()
            }
        );
    }

    #[test]
    fn the_tenth_different_message_starts_a_summary() {
        let mut correlator = Correlator::default();
        for n in 1..10 {
            assert_eq!(
                tell(&mut correlator, &n.to_string(), start()),
                Verdict::Create(n.to_string())
            );
        }
        let summary = "(combined from similar events): 10".to_owned();
        assert_eq!(
            tell(&mut correlator, "10", start()),
            Verdict::Create(summary)
        );
        let counted = tell(&mut correlator, "11", start());
        assert!(
            matches!(counted, Verdict::Count { count: 2, message, .. } if message == "(combined from similar events): 11")
        );
    }

    #[test]
    fn an_object_tells_25_events_and_then_one_in_five_minutes() {
        let mut correlator = Correlator::default();
        let dropped = (0..30)
            .filter(|_| tell(&mut correlator, "a", start()) == Verdict::Drop)
            .count();
        assert_eq!(dropped, 5);
        let later = start().after(Duration::from_secs(301));
        assert!(matches!(
            tell(&mut correlator, "a", later),
            Verdict::Count { .. }
        ));
        assert_eq!(tell(&mut correlator, "a", later), Verdict::Drop);
    }
}
