//! `time.Time` as a template sees it.

use gostd::time::{Duration, Location, Time};
use gotmpl::{Function, Kind, Object, Str, Type, Value};

use crate::duration::DurationObject;
use crate::function::{Argument as _, Outcome as _, nullary, ternary, unary};

/// A `time.Time`.
#[derive(Clone, Debug)]
pub(crate) struct TimeObject(pub(crate) Time);

impl TimeObject {
    pub(crate) const TYPE: Type = Type::Named("time.Time", Kind::Struct);

    /// A number or name out of the time, through its layout.
    fn part(&self, layout: &str) -> Option<i64> {
        self.0.format(layout).parse().ok()
    }

    fn constant(value: impl Into<Value>) -> Function {
        let value: Value = value.into();
        nullary(move || value.clone())
    }
}

impl Object for TimeObject {
    fn go_type(&self) -> Type {
        TimeObject::TYPE
    }

    fn string(&self) -> Option<Str> {
        Some(Str::from(self.0.to_string()))
    }

    fn equals(&self, other: &dyn Object) -> bool {
        other
            .downcast_ref::<TimeObject>()
            .is_some_and(|other| self.0 == other.0)
    }

    fn method(&self, name: &str) -> Option<Function> {
        let time = self.0.clone();
        let int = |layout| {
            self.part(layout)
                .map(|part| TimeObject::constant(Value::Int(part)))
        };
        let at = |location| {
            TimeObject::constant(Value::object(TimeObject(self.0.in_location(location))))
        };
        match name {
            "Year" => int("2006"),
            "Day" => int("2"),
            "Hour" => int("15"),
            "Minute" => int("4"),
            "Second" => int("5"),
            "YearDay" => int("002"),
            "Nanosecond" => self
                .0
                .format(".000000000")
                .get(1..)
                .and_then(|n| n.parse().ok())
                .map(|n| TimeObject::constant(Value::Int(n))),
            "Month" => self.part("1").map(|number| {
                TimeObject::constant(Value::object(Named {
                    go_type: "time.Month",
                    number,
                    name: self.0.format("January"),
                }))
            }),
            "Weekday" => {
                let name = self.0.format("Monday");
                let days = [
                    "Sunday",
                    "Monday",
                    "Tuesday",
                    "Wednesday",
                    "Thursday",
                    "Friday",
                    "Saturday",
                ];
                let number = days
                    .iter()
                    .position(|day| *day == name)
                    .and_then(|n| i64::try_from(n).ok())?;
                Some(TimeObject::constant(Value::object(Named {
                    go_type: "time.Weekday",
                    number,
                    name,
                })))
            }
            "Unix" => Some(TimeObject::constant(Value::Int64(time.unix_seconds()))),
            "UTC" => Some(at(Location::Utc)),
            "String" => Some(TimeObject::constant(time.to_string())),
            "Format" => Some(unary(move |layout: Str| time.format(&layout.to_str()))),
            "IsZero" => Some(TimeObject::constant(Value::Bool(time == Time::zero()))),
            "Before" => Some(unary(move |other: TimeObject| {
                time.since(&other.0) < Duration(0)
            })),
            "After" => Some(unary(move |other: TimeObject| {
                time.since(&other.0) > Duration(0)
            })),
            "Equal" => Some(unary(move |other: TimeObject| {
                time.since(&other.0) == Duration(0)
            })),
            "Sub" => Some(unary(move |other: TimeObject| {
                Value::object(DurationObject(time.since(&other.0)))
            })),
            "Add" => Some(Function::new(&[DurationObject::TYPE], move |arguments| {
                let duration = arguments
                    .first()
                    .map_or(Duration(0), |value| DurationObject::take(value).0);
                let sum = time.add(duration).ok_or("time is out of range")?;
                Value::object(TimeObject(sum)).outcome()
            })),
            "AddDate" => Some(ternary(move |years: i64, months: i64, days: i64| {
                let sum = time
                    .add_date(years, months, days)
                    .ok_or("time is out of range")?;
                Ok(Value::object(TimeObject(sum)))
            })),
            "Compare" => Some(unary(move |other: TimeObject| {
                Value::Int(time.since(&other.0).cmp(&Duration(0)) as i64)
            })),
            _ => None,
        }
    }
}

/// A number with a name: `time.Month`, `time.Weekday`.
#[derive(Debug)]
struct Named {
    go_type: &'static str,
    number: i64,
    name: String,
}

impl Object for Named {
    fn go_type(&self) -> Type {
        Type::Named(self.go_type, Kind::Int)
    }

    fn underlying(&self) -> Option<Value> {
        Some(Value::Int(self.number))
    }

    fn string(&self) -> Option<Str> {
        Some(Str::from(self.name.as_str()))
    }

    fn method(&self, name: &str) -> Option<Function> {
        let text = self.name.clone();
        (name == "String").then(|| nullary(move || text.clone()))
    }
}
