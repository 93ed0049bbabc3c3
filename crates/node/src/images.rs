use std::collections::BTreeMap;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;

/// The images of a node: each is pulled once, by whoever needs it first.
#[derive(Debug, Default)]
pub(crate) struct Images(Mutex<BTreeMap<String, Instant>>);

/// How an image comes to a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pull {
    /// It is there.
    Present,
    /// It is there at that instant; another container may have begun to pull it.
    Until(Instant),
}

impl Images {
    /// Says when an image is there. Where nobody has asked for it yet, a pull of this duration begins.
    pub(crate) fn pull(&self, image: &str, duration: Duration, now: Instant) -> Pull {
        let mut images = self.0.lock();
        let at = *images.entry(image.to_owned()).or_insert(now + duration);
        if at <= now {
            Pull::Present
        } else {
            Pull::Until(at)
        }
    }

    /// Whether the image is there.
    pub(crate) fn is_present(&self, image: &str, now: Instant) -> bool {
        self.0.lock().get(image).is_some_and(|at| *at <= now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_is_pulled_once() {
        let images = Images::default();
        let start = Instant::now();
        let duration = Duration::from_millis(500);
        assert_eq!(
            images.pull("a", duration, start),
            Pull::Until(start + duration)
        );
        let later = start + Duration::from_millis(200);
        assert_eq!(
            images.pull("a", duration, later),
            Pull::Until(start + duration),
            "the pull goes on"
        );
        assert!(!images.is_present("a", later));
        assert_eq!(images.pull("a", duration, start + duration), Pull::Present);
        assert!(images.is_present("a", start + duration));
    }
}
