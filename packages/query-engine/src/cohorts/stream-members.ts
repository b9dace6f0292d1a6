import { createInterface } from 'node:readline';
import type { ClickHouse } from '@tidemark/clickhouse';
import type { CompiledQuery } from '@tidemark/hogql';
import { toQueryError } from '../execute/engine-error';
import { BACKGROUND_LIMITS, executionSettings } from '../execute/limits';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const ALL_ROWS = 1_000_000_000;

/**
 * Runs a planned cohort read-only and hands its person ids on in batches, each waited for. Values that
 * are no person ids are passed over.
 *
 * @throws QueryError in our own words for whatever the engine rejects, also in the middle
 */
export async function streamCohortMembers(
  clickhouse: ClickHouse,
  plan: CompiledQuery,
  run: {
    readonly projectId: number;
    readonly cohortId: number;
    readonly batchSize: number;
    readonly signal: AbortSignal;
    readonly onBatch: (personIds: readonly string[]) => Promise<void>;
  },
): Promise<void> {
  const comment = { project_id: run.projectId, kind: 'Cohort', cohort_id: run.cohortId };
  const limits = { ...BACKGROUND_LIMITS, maxRows: ALL_ROWS, maxResultBytes: 0 };
  try {
    const stream = await clickhouse.stream({
      name: 'cohort_members',
      sql: plan.sql,
      params: plan.params,
      projectId: run.projectId,
      settings: { ...executionSettings(limits, JSON.stringify(comment)), wait_end_of_query: 0 },
      signal: run.signal,
      format: 'TabSeparatedRaw',
    });
    let batch: string[] = [];
    for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
      if (!UUID.test(line)) continue;
      batch.push(line);
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
