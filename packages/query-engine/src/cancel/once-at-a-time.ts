/** Calls of the same key that come while one is under way share its end: a storm costs one. */
export type OnceAtATime = (key: string, work: () => Promise<void>) => Promise<void>;

export function createOnceAtATime(): OnceAtATime {
  const underWay = new Map<string, Promise<void>>();
  return (key, work) => {
    const running = underWay.get(key);
    if (running !== undefined) return running;
    const started = work().finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;
  };
}
