import type { ClickHouse } from '@tidemark/clickhouse';
import type { CompiledQuery } from '@tidemark/hogql';
import { streamLines } from '../execute/stream-lines';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Runs a planned cohort read-only and passes its person ids on in batches, waiting for each. Values that are not
 * person ids are skipped.
 *
 * @throws QueryError with our own message for every rejection by the engine, also after some batches
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
  const { cohortId, ...rest } = run;
  await streamLines(clickhouse, plan, {
    ...rest,
    name: 'cohort_members',
    comment: { project_id: run.projectId, kind: 'Cohort', cohort_id: cohortId },
    read: (line) => (UUID.test(line) ? line : null),
  });
}
