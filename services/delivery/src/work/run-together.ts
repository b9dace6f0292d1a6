import { setImmediate as turn } from 'node:timers/promises';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly done: (result: Result) => void;
  readonly failed: (error: unknown) => void;
}

/** The maximum number of items in one run. */
const MAX_ITEMS = 200;

/**
 * Single statements that are asked for in one turn of the event loop, or while others are under way, become one statement
 * for all. If it fails, each item is run by itself, so that one that cannot be run stops no other.
 *
 * @param run returns the result of each item, in their order
 * @param atOnce the number of statements under way at once
 * @returns runs one item. @throws what `run` throws for this item
 */
export function runTogether<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  atOnce: number,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let underWay = 0;

  const runBatch = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    const results = await run(batch.map(({ item }) => item));
    for (const [at, { done }] of batch.entries()) done(results[at] as Result);
  };
  const runOne = (one: Waiting<Item, Result>): Promise<void> => runBatch([one]).catch(one.failed);
  const runAll = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      await runBatch(batch);
    } catch {
      // The cause reaches the caller of each item that cannot be run.
      await Promise.all(batch.map(runOne));
    }
  };
  const begin = async (): Promise<void> => {
    underWay += 1;
    await turn();
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_ITEMS);
      await (batch.length === 1 ? runOne(batch[0] as Waiting<Item, Result>) : runAll(batch));
    }
    underWay -= 1;
  };
  return (item) =>
    new Promise((done, failed) => {
      waiting.push({ item, done, failed });
      if (underWay < atOnce) void begin();
    });
}
