import { setImmediate as turn } from 'node:timers/promises';

interface Waiting<Item> {
  readonly item: Item;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** Most items of one write. */
const MAX_ITEMS = 200;
/** Writes under way at once; what is asked for meanwhile becomes the next one. */
const MAX_WRITES = 2;

/**
 * Single writes that are asked for in one turn of the event loop, or while others are under way, become one write of all.
 * If it fails, each item is written by itself, so that one that cannot be written stops no other.
 *
 * @returns writes one item. @throws what `write` throws for this item
 */
export function writeTogether<Item>(
  write: (items: readonly Item[]) => Promise<void>,
): (item: Item) => Promise<void> {
  const waiting: Waiting<Item>[] = [];
  let underWay = 0;

  const writeOne = async ({ item, done, failed }: Waiting<Item>): Promise<void> => {
    await write([item]).then(done, failed);
  };
  const writeAll = async (batch: readonly Waiting<Item>[]): Promise<void> => {
    try {
      await write(batch.map(({ item }) => item));
    } catch {
      // The cause reaches the caller of each item that cannot be written.
      await Promise.all(batch.map(writeOne));
      return;
    }
    for (const { done } of batch) done();
  };
  const begin = async (): Promise<void> => {
    underWay += 1;
    await turn();
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_ITEMS);
      await (batch.length === 1 ? writeOne(batch[0] as Waiting<Item>) : writeAll(batch));
    }
    underWay -= 1;
  };
  return (item) =>
    new Promise((done, failed) => {
      waiting.push({ item, done, failed });
      if (underWay < MAX_WRITES) void begin();
    });
}
