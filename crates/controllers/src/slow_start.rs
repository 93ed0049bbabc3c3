use futures::future::join_all;

/// Makes `count` calls, each with its position, in batches of 1, 2, 4, … and stops after the first batch with a failure, so that what is refused once is not asked
/// for a thousand times. Gives the number of successes and the first error.
pub(crate) async fn slow_start<F, E>(count: usize, call: impl Fn(usize) -> F) -> (usize, Option<E>)
where
    F: Future<Output = Result<(), E>>,
{
    let mut successes = 0;
    let mut begun = 0;
    let mut batch = 1.min(count);
    while batch > 0 {
        let results = join_all((begun..begun + batch).map(&call)).await;
        successes += results.iter().filter(|result| result.is_ok()).count();
        if let Some(error) = results.into_iter().find_map(Result::err) {
            return (successes, Some(error));
        }
        begun += batch;
        batch = (2 * batch).min(count - begun);
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
        let call = |_| {
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
        let call = |_| {
            calls.set(calls.get() + 1);
            async { Ok::<(), ()>(()) }
        };
        assert_eq!(slow_start(10, call).await, (10, None));
        assert_eq!(calls.get(), 10);
    }
}
