/** Combines the items that arrive during a write into the next write. */
export interface GroupWriter<T> {
  /** Resolves when the group of the item is written; rejects with the error of the group or the item. */
  write(item: T): Promise<void>;
}

export interface GroupWriterDeps<T> {
  /**
   * Writes a group; only one call runs at a time, and items are in the order of their arrival. Resolves with an error
   * for each item that was not written and null for the others, or with undefined if all were written. Rejects if no
   * item was written.
   */
  readonly writeGroup: (items: readonly T[]) => Promise<readonly (Error | null)[] | undefined>;
  readonly sizeOf: (item: T) => number;
  /** A group ends before the item with which it would exceed this size; a larger item is written alone. */
  readonly maxSize: number;
}

interface Waiting<T> {
  readonly item: T;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: all requests of a group share the cost of one write. The first request waits for the end of the turn of
 * the event loop, so that requests that arrived together are written together.
 */
export function createGroupWriter<T>(deps: GroupWriterDeps<T>): GroupWriter<T> {
  let waiting: Waiting<T>[] = [];
  let busy = false;

  const takeGroup = (): readonly Waiting<T>[] => {
    let size = 0;
    let count = 0;
    for (const { item } of waiting) {
      size += deps.sizeOf(item);
      if (count > 0 && size > deps.maxSize) break;
      count += 1;
    }
    const group = count === waiting.length ? waiting : waiting.slice(0, count);
    waiting = count === waiting.length ? [] : waiting.slice(count);
    return group;
  };

  const flush = (): void => {
    const group = takeGroup();
    const settle = (tell: (one: Waiting<T>, index: number) => void): void => {
      busy = waiting.length > 0;
      if (busy) setImmediate(flush);
      group.forEach(tell);
    };
    deps.writeGroup(group.map(({ item }) => item)).then(
      (errors) =>
        settle(({ resolve, reject }, index) => {
          const error = errors?.[index] ?? null;
          if (error === null) resolve();
          else reject(error);
        }),
      (error: unknown) => settle(({ reject }) => reject(error)),
    );
  };

  return {
    write: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (busy) return;
        busy = true;
        setImmediate(flush);
      }),
  };
}
