use futures::future::join_all;

/// Makes `count` calls in batches of 1, 2, 4, … and stops after the first batch with a failure, so that what is refused once is not asked
/// for a thousand times. Gives the number of successes and the first error.
pub(super) async fn slow_start<F, E>(count: usize, call: impl Fn() -> F) -> (usize, Option<E>)
where
    F: Future<Output = Result<(), E>>,
{
    let mut successes = 0;
    let mut remaining = count;
    let mut batch = 1.min(remaining);
    while batch > 0 {
        let results = join_all((0..batch).map(|_| call())).await;
        successes += results.iter().filter(|result| result.is_ok()).count();
        if let Some(error) = results.into_iter().find_map(Result::err) {
            return (successes, Some(error));
        }
        remaining -= batch;
        batch = (2 * batch).min(remaining);
    }
    (successes, None)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[tokio::test]
    async fn a_failing_batch_is_the_last() {
        let calls = Cell::new(0);
        let call = || {
            calls.set(calls.get() + 1);
            let this = calls.get();
            async move { if this >= 3 { Err(this) } else { Ok(()) } }
        };
        assert_eq!(slow_start(100, call).await, (2, Some(3)));
        assert_eq!(calls.get(), 3, "batches of one and two");
    }

    #[tokio::test]
    async fn all_are_called_when_none_fails() {
        let calls = Cell::new(0);
        let call = || {
            calls.set(calls.get() + 1);
            async { Ok::<(), ()>(()) }
        };
        assert_eq!(slow_start(10, call).await, (10, None));
        assert_eq!(calls.get(), 10);
    }
}
