/** Writes what comes while the previous write is under way as one. */
export interface GroupWriter<T> {
  /** Resolves when the group the item went out with is written; rejects with its error. */
  write(item: T): Promise<void>;
}

export interface GroupWriterDeps<T> {
  /**
   * One write at a time; items in the order they came. Resolves with the error of each item that was not
   * written and null for the others, or with nothing when all were written; rejects when none was.
   */
  readonly writeGroup: (items: readonly T[]) => Promise<readonly (Error | null)[] | undefined>;
  readonly sizeOf: (item: T) => number;
  /** A group ends before the item that would make it larger; a larger item goes out alone. */
  readonly maxSize: number;
}

interface Waiting<T> {
  readonly item: T;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: what a write costs is paid once for all requests of its group. The first one waits for
 * the end of the event loop's turn, so that requests which arrived together leave together.
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
