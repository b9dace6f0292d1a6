import type { ClickHouse } from '@tidemark/clickhouse';
import type { CompiledQuery } from '@tidemark/hogql';
import { streamLines } from '../execute/stream-lines';

/** The fields of an event that identify its row. */
export interface SelectedEvent {
  readonly uuid: string;
  /** Microseconds since the epoch, as text. */
  readonly micros: string;
  /** Empty for an event without a session. */
  readonly sessionId: string;
}

/**
 * Runs a planned selection read-only and passes its events on in batches, waiting for each.
 *
 * @throws QueryError with our own message for every rejection by the engine, also after some batches
 */
export async function streamSelection(
  clickhouse: ClickHouse,
  plan: CompiledQuery,
  run: {
    readonly projectId: number;
    readonly batchSize: number;
    readonly signal: AbortSignal;
    readonly onBatch: (events: readonly SelectedEvent[]) => Promise<void>;
  },
): Promise<void> {
  const { projectId, batchSize, signal } = run;
  await streamLines(clickhouse, plan, {
    name: 'selected_events',
    comment: { project_id: projectId, kind: 'EventSelection' },
    ...{ projectId, batchSize, signal },
    read: (line) => {
      const [uuid, micros, sessionId] = line.split('\t');
      if (uuid === undefined || micros === undefined || sessionId === undefined) return null;
      return { uuid, micros, sessionId };
    },
    onBatch: run.onBatch,
  });
}
