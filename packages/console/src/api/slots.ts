export interface Slots {
  /** Runs the work when a slot is free. Work whose signal is aborted before that never starts. */
  take<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T>;
}

/** Runs at most `count` tasks at once, in the order of their arrival. */
export function createSlots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];
  const enter = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const begin = (): void => {
        if (signal?.aborted === true) {
          leave();
          reject(new DOMException('The query was cancelled.', 'AbortError'));
        } else resolve();
      };
      if (free > 0) {
        free -= 1;
        begin();
      } else waiting.push(begin);
    });
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return {
    async take(signal, work) {
      await enter(signal);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
