import { setImmediate as turn } from 'node:timers/promises';

/** Work on many items that leaves the event loop to others between small groups of them. */
export interface Turns<Item> {
  /** Items that wait already keep their place. */
  add(queue: number, items: Iterable<Item>): void;
  /** The item needs no work any more. */
  forget(queue: number, item: Item): void;
}

/** Items of one turn: some milliseconds of work, and few enough that one statement reads their data. */
const ITEMS_PER_TURN = 64;

/**
 * Runs `work` for all items, queue by queue in rotation, a group per turn of the event loop. The next group begins
 * when the one before is done, however long its stores take: no more than one group is ever under way.
 */
export function createTurns<Item>(deps: {
  /** Must not reject. */
  readonly work: (item: Item) => Promise<void>;
  /** Called when no item of a queue waits any more. */
  readonly onDone: (queue: number) => void;
}): Turns<Item> {
  const queues = new Map<number, Set<Item>>();
  let isRunning = false;

  const nextGroup = (): { readonly queue: number; readonly items: readonly Item[] } | null => {
    const next = queues.entries().next();
    if (next.done === true) return null;
    const [queue, waiting] = next.value;
    const items: Item[] = [];
    for (const item of waiting) {
      if (items.push(item) === ITEMS_PER_TURN) break;
    }
    for (const item of items) waiting.delete(item);
    // To the end of the rotation.
    queues.delete(queue);
    queues.set(queue, waiting);
    return { queue, items };
  };

  const run = async (): Promise<void> => {
    isRunning = true;
    for (let group = nextGroup(); group !== null; group = nextGroup()) {
      await Promise.all(group.items.map(deps.work));
      if (queues.get(group.queue)?.size === 0) {
        queues.delete(group.queue);
        deps.onDone(group.queue);
      }
      await turn();
    }
    isRunning = false;
  };

  return {
    add: (queue, items) => {
      const waiting = queues.get(queue) ?? new Set();
      for (const item of items) waiting.add(item);
      queues.set(queue, waiting);
      if (!isRunning) void run();
    },
    forget: (queue, item) => {
      queues.get(queue)?.delete(item);
    },
  };
}
