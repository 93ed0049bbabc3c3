use std::rc::Rc;

use gostd::time::{Location, Time};

type Now = dyn Fn() -> Time;
type FillRandom = dyn Fn(&mut [u8]);
type LookUpHost = dyn Fn(&str) -> String;

/// Where functions get what their arguments do not determine.
#[derive(Clone)]
pub struct Environment {
    now: Rc<Now>,
    random: Rc<FillRandom>,
    local: Location,
    look_up_host: Rc<LookUpHost>,
}

impl Environment {
    /// An environment with this clock, source of random bytes and local time zone; no host has an address in it.
    ///
    /// Keys and passwords are as hard to guess as `random` is.
    pub fn new(
        now: impl Fn() -> Time + 'static,
        random: impl Fn(&mut [u8]) + 'static,
        local: Location,
    ) -> Environment {
        Environment {
            now: Rc::new(now),
            random: Rc::new(random),
            local,
            look_up_host: Rc::new(|_| String::new()),
        }
    }

    /// The same with a way to find a host's address for `getHostByName`; an empty text stands for none.
    #[must_use]
    pub fn with_hosts(mut self, look_up: impl Fn(&str) -> String + 'static) -> Environment {
        self.look_up_host = Rc::new(look_up);
        self
    }

    pub(crate) fn now(&self) -> Time {
        (self.now)().in_location(self.local.clone())
    }

    pub(crate) fn fill_random(&self, bytes: &mut [u8]) {
        (self.random)(bytes);
    }

    /// A number under `bound`, every one as likely as the next; 0 for a bound of 0.
    pub(crate) fn random_below(&self, bound: u64) -> u64 {
        if bound == 0 {
            return 0;
        }
        // The last, incomplete run of `bound` numbers is thrown away.
        let limit = u64::MAX - u64::MAX % bound;
        loop {
            let mut bytes = [0; 8];
            self.fill_random(&mut bytes);
            let number = u64::from_le_bytes(bytes);
            if number < limit {
                return number % bound;
            }
        }
    }

    pub(crate) fn local(&self) -> &Location {
        &self.local
    }

    pub(crate) fn look_up_host(&self, name: &str) -> String {
        (self.look_up_host)(name)
    }
}

impl std::fmt::Debug for Environment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Environment")
            .field("local", &self.local)
            .finish_non_exhaustive()
    }
}
