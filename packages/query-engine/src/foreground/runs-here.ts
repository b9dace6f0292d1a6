/** Queries that this process runs for waiting clients, so that they can be cancelled before they reach the engine. */
export interface RunsHere {
  /** Runs `work` with a signal that fires when the caller leaves or the id is cancelled here. */
  run<T>(
    id: string,
    caller: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T>;
  /** Cancels every run of the id; resolves when they have ended. */
  cancel(id: string): Promise<void>;
}

interface Run {
  readonly controller: AbortController;
  readonly over: Promise<unknown>;
}

export function createRunsHere(): RunsHere {
  const byId = new Map<string, Set<Run>>();
  return {
    async run(id, caller, work) {
      const controller = new AbortController();
      const signals = caller === undefined ? [controller.signal] : [caller, controller.signal];
      const working = work(AbortSignal.any(signals));
      const run = { controller, over: working.catch(() => undefined) };
      const runs = byId.get(id) ?? new Set();
      byId.set(id, runs.add(run));
      try {
        return await working;
      } finally {
        runs.delete(run);
        if (runs.size === 0 && byId.get(id) === runs) byId.delete(id);
      }
    },
    async cancel(id) {
      const runs = [...(byId.get(id) ?? [])];
      for (const { controller } of runs) controller.abort();
      await Promise.all(runs.map(({ over }) => over));
    },
  };
}
