import { createInterface } from 'node:readline';
import type { ClickHouse } from '@tidemark/clickhouse';
import type { CompiledQuery } from '@tidemark/hogql';
import { toQueryError } from './engine-error';
import { BACKGROUND_LIMITS, executionSettings } from './limits';

const ALL_ROWS = 10_000_000_000;

/**
 * Runs a compiled statement read-only and passes its rows on in batches, waiting for each: values separated by tabs
 * without escapes. Lines for which `read` returns null are skipped.
 *
 * @throws QueryError with our own message for every rejection by the engine, also after some batches
 */
export async function streamLines<Row>(
  clickhouse: ClickHouse,
  plan: CompiledQuery,
  run: {
    readonly name: string;
    /** The comment of the statement in the engine. */
    readonly comment: object;
    readonly projectId: number;
    readonly batchSize: number;
    readonly signal: AbortSignal;
    readonly read: (line: string) => Row | null;
    readonly onBatch: (rows: readonly Row[]) => Promise<void>;
  },
): Promise<void> {
  const limits = { ...BACKGROUND_LIMITS, maxRows: ALL_ROWS, maxResultBytes: 0 };
  try {
    const stream = await clickhouse.stream({
      name: run.name,
      sql: plan.sql,
      params: plan.params,
      projectId: run.projectId,
      settings: { ...executionSettings(limits, JSON.stringify(run.comment)), wait_end_of_query: 0 },
      signal: run.signal,
      format: 'TabSeparatedRaw',
    });
    let batch: Row[] = [];
    for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
      const row = run.read(line);
      if (row === null) continue;
      batch.push(row);
      if (batch.length < run.batchSize) continue;
      await run.onBatch(batch);
      batch = [];
    }
    if (stream.errored !== null) throw stream.errored;
    if (batch.length > 0) await run.onBatch(batch);
  } catch (error) {
    throw toQueryError(error);
  }
}
