/** The result of each item: null, or the error. */
export type Outcomes<T> = ReadonlyMap<T, Promise<Error | null>>;

/** The number of items that run at the same time; each mostly waits for its rows. */
const WALKERS = 6;

/** Starts to run all items, several at a time, and returns immediately. */
export function walkAll<T>(items: readonly T[], walk: (item: T) => Promise<void>): Outcomes<T> {
  const walkers: Promise<unknown>[] = Array.from({ length: WALKERS }, () => Promise.resolve());
  const outcomes = new Map<T, Promise<Error | null>>();
  items.forEach((item, index) => {
    const before = walkers[index % WALKERS];
    const outcome = Promise.resolve(before).then(() =>
      walk(item).then(
        () => null,
        (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
      ),
    );
    walkers[index % WALKERS] = outcome;
    outcomes.set(item, outcome);
  });
  return outcomes;
}
