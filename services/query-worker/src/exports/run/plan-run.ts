import type { ClickHouse } from '@tidemark/clickhouse';
import { EXPORT_SETTINGS } from '@tidemark/clickhouse';
import type { ExportDestination } from '@tidemark/contracts';
import type { ClaimedRun, ExportPart, RunProgress } from '@tidemark/postgres';
import { modelReaders } from './model';
import { selectionOf } from './selection';

export interface RunPlan {
  readonly plannedAt: Date;
  readonly parts: readonly ExportPart[];
}

/** The parts of a run, from its first plan or a new one. Null if another worker has the run. */
export async function planRun(
  deps: {
    readonly clickhouse: ClickHouse;
    readonly progress: RunProgress;
    readonly partRows: number;
  },
  claim: ClaimedRun,
  destination: ExportDestination,
  signal: AbortSignal,
): Promise<RunPlan | null> {
  const { run, batchExport } = claim;
  if (run.plannedAt !== null) {
    return { plannedAt: run.plannedAt, parts: await deps.progress.parts(claim) };
  }
  const plannedAt = await engineNow(deps.clickhouse, signal);
  const selection = selectionOf(run, plannedAt, destination);
  const slices = await modelReaders[batchExport.model].plan(
    deps.clickhouse,
    selection,
    deps.partRows,
    signal,
  );
  const planned = slices.map(({ slice, rows }) => ({ slice, records: rows }));
  if (!(await deps.progress.savePlan(claim, plannedAt, planned))) return null;
  return { plannedAt, parts: await deps.progress.parts(claim) };
}

/** The current time of the clock that sets the timestamps of rows, in whole milliseconds. */
async function engineNow(clickhouse: ClickHouse, signal: AbortSignal): Promise<Date> {
  const { rows } = await clickhouse.query<[milliseconds: string]>({
    name: 'export_now',
    sql: 'SELECT toString(toUnixTimestamp64Milli(now64(3)))',
    settings: EXPORT_SETTINGS,
    signal,
  });
  return new Date(Number(rows[0]?.[0]));
}
