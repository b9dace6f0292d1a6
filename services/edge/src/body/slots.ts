/** Runs at most a fixed number of tasks at once; the others wait in order. */
export interface Slots {
  run<T>(task: () => Promise<T>): Promise<T>;
}

export function createSlots(size: number): Slots {
  let free = size;
  const waiting: (() => void)[] = [];
  const enter = (): Promise<void> => {
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return {
    run: async (task) => {
      await enter();
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
}
