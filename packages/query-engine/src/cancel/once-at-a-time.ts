/** Simultaneous calls with the same key share one execution, so that many cost as much as one. */
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
