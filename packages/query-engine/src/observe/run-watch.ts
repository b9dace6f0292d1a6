import type { ScopeObject } from '@tidemark/contracts';
import { inStep } from '@tidemark/platform';
import type { QueryRequest } from '../query-request';
import type { ResponseSource, Phase, QueryObserver } from './query-record';

/** Measures one computation. */
export interface RunWatch {
  during<T>(phase: Phase, work: () => Promise<T>): Promise<T>;
  /** Adds the amounts that a statement has read. */
  read(counts: { readonly rowsRead: number; readonly bytesRead: number }): void;
  returned(rows: number): void;
  /** Records the resources whose definitions a statement reads. */
  readDefinitions(objects: readonly ScopeObject[]): void;
  /** The number of bytes that all statements have read so far. */
  readonly bytesRead: number;
  /** Ends the measurement; only the first call counts. */
  end(error?: unknown): void;
}

/** `waitedMs`: the wait before the measurement could begin. */
export function startRunWatch(
  observe: QueryObserver,
  request: QueryRequest,
  run: { readonly by: ResponseSource; readonly startedAt: Date; readonly waitedMs?: number },
): RunWatch {
  const began = performance.now();
  const waited = run.waitedMs ?? 0;
  const phases: Record<Phase, number> = { wait: waited, plan: 0, engine: 0, shape: 0 };
  const scopesRead = new Set<ScopeObject>();
  let [rowsRead, bytesRead, resultRows, isOver] = [0, 0, 0, false];
  return {
    async during(phase, work) {
      const start = performance.now();
      try {
        return await inStep(`query ${phase}`, { attributes: { kind: request.query.kind } }, work);
      } finally {
        phases[phase] += performance.now() - start;
      }
    },
    read(counts) {
      rowsRead += counts.rowsRead;
      bytesRead += counts.bytesRead;
    },
    returned(rows) {
      resultRows = rows;
    },
    readDefinitions(objects) {
      for (const object of objects) scopesRead.add(object);
    },
    get bytesRead() {
      return bytesRead;
    },
    end(error = null) {
      if (isOver) return;
      isOver = true;
      const totalMs = performance.now() - began + waited;
      const rest = totalMs - phases.wait - phases.plan - phases.engine;
      observe({
        request,
        by: run.by,
        startedAt: run.startedAt,
        phases: { ...phases, shape: Math.max(0, rest) },
        totalMs,
        rowsRead,
        bytesRead,
        resultRows,
        scopesRead: [...scopesRead],
        error,
      });
    },
  };
}
