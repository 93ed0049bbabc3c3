use cobra::{Env, Failure};

/// The time that archives get in place of their files' own, in seconds since 1970; an empty variable counts as unset.
pub(crate) fn source_date_epoch(env: &Env) -> Result<Option<u64>, Failure> {
    let Some(text) = env.non_empty("SOURCE_DATE_EPOCH") else {
        return Ok(None);
    };
    let seconds = gostd::strconv::parse_int(text, 10, 64)
        .map_err(|error| Failure::new(format!("invalid SOURCE_DATE_EPOCH: {error}")))?;
    match u64::try_from(seconds) {
        Ok(seconds) => Ok(Some(seconds)),
        Err(_) => Err(Failure::new(
            "invalid SOURCE_DATE_EPOCH: must not be negative",
        )),
    }
}
