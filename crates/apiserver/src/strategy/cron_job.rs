//! CronJobs.

use apimachinery::field::{Error, ErrorList, FieldPath};
use gostd::time::Location;
use serde_json::Value;

use super::Strategy;
use super::validation::{non_negative, pod_template};

/// CronJobs make jobs, whose names are longer by eleven characters.
pub(super) struct CronJob;

const MAX_NAME: usize = 52;

impl Strategy for CronJob {
    fn validate(&self, object: &Value) -> ErrorList {
        let mut errors = ErrorList::new();
        let (spec, path) = (&object["spec"], FieldPath::new("spec"));
        let template = path.child("jobTemplate").child("spec").child("template");
        pod_template(
            &mut errors,
            &spec["jobTemplate"]["spec"]["template"],
            &template,
        );
        schedule(
            &mut errors,
            spec["schedule"].as_str().unwrap_or_default(),
            &path.child("schedule"),
        );
        time_zone(&mut errors, &spec["timeZone"], &path.child("timeZone"));
        non_negative(&mut errors, &path, spec, "startingDeadlineSeconds");
        let policy = spec["concurrencyPolicy"].as_str().unwrap_or_default();
        let policies = ["Allow", "Forbid", "Replace"];
        if !policies.contains(&policy) {
            errors.push(Error::not_supported(
                &path.child("concurrencyPolicy"),
                policy,
                policies,
            ));
        }
        non_negative(&mut errors, &path, spec, "successfulJobsHistoryLimit");
        non_negative(&mut errors, &path, spec, "failedJobsHistoryLimit");
        let name = object["metadata"]["name"].as_str().unwrap_or_default();
        if name.len() > MAX_NAME {
            let detail = format!("must be no more than {MAX_NAME} characters");
            errors.push(Error::invalid(
                &FieldPath::new("metadata").child("name"),
                name,
                detail,
            ));
        }
        errors
    }
}

/// Five fields, or a word such as `@daily`; time zones have a field of their own.
fn schedule(errors: &mut ErrorList, schedule: &str, path: &FieldPath) {
    if schedule.is_empty() {
        errors.push(Error::required(path, ""));
    } else if schedule.contains("TZ") {
        let detail = "cannot use TZ or CRON_TZ in schedule, use timeZone field instead";
        errors.push(Error::invalid(path, schedule, detail));
    } else if !schedule.starts_with('@') {
        let count = schedule.split_whitespace().count();
        if count != 5 {
            let detail = format!("expected exactly 5 fields, found {count}: [{schedule}]");
            errors.push(Error::invalid(path, schedule, detail));
        }
    }
}

/// A zone of the database, which says no more than its name: not the one of this machine.
fn time_zone(errors: &mut ErrorList, zone: &Value, path: &FieldPath) {
    let Some(zone) = zone.as_str() else { return };
    let detail = if zone.is_empty() {
        "must be nil or non-empty string".to_owned()
    } else if zone.eq_ignore_ascii_case("local") {
        "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones"
            .to_owned()
    } else {
        match Location::load(zone, &Location::Utc) {
            Ok(_) => return,
            Err(unknown) => unknown.to_string(),
        }
    };
    errors.push(Error::invalid(path, zone, detail));
}
