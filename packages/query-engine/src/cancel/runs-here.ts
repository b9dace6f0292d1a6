/** Queries that this process runs for somebody who waits, so that a cancel reaches them before the engine does. */
export interface RunsHere {
  /** Runs `work` with a signal that fires when the caller leaves or the id is cancelled here. */
  run<T>(
    id: string,
    caller: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T>;
  /** Ends every run of the id. */
  cancel(id: string): void;
}

export function createRunsHere(): RunsHere {
  const byId = new Map<string, Set<AbortController>>();
  return {
    async run(id, caller, work) {
      const controller = new AbortController();
      const runs = byId.get(id) ?? new Set();
      byId.set(id, runs.add(controller));
      const signals = caller === undefined ? [controller.signal] : [caller, controller.signal];
      try {
        return await work(AbortSignal.any(signals));
      } finally {
        runs.delete(controller);
        if (runs.size === 0 && byId.get(id) === runs) byId.delete(id);
      }
    },
    cancel(id) {
      for (const controller of byId.get(id) ?? []) controller.abort();
    },
  };
}
