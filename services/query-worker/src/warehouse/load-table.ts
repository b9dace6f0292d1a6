import type { ClickHouse } from '@tidemark/clickhouse';
import {
  ClickHouseQueryError,
  ClickHouseUnavailableError,
  insertWarehouseRows,
} from '@tidemark/clickhouse';
import type { WarehouseJob } from '@tidemark/contracts';
import type { Logger } from '@tidemark/platform';
import type { WarehouseLoad, WarehouseLoads } from '@tidemark/postgres';
import { judgeColumns } from '@tidemark/query-engine';
import type { LoadLimits, TableSourceDeps } from '@tidemark/warehouse';
import {
  formatOptions,
  openTableSource,
  readCells,
  WarehouseSourceError,
} from '@tidemark/warehouse';

export interface LoadDeps extends TableSourceDeps {
  readonly clickhouse: ClickHouse;
  readonly loads: WarehouseLoads;
  readonly limits: LoadLimits;
  /** The age at which the data of a source is loaded again; null = only on request. */
  readonly refreshAfterMs: number | null;
  readonly now: () => Date;
  /** Aborted when this process stops; another process loads the table. */
  readonly stopping: AbortSignal;
  readonly logger: Logger;
}

const MAX_LOAD_MS = 1_500_000;
const BATCH_ROWS = 10_000;
const BATCH_CHARACTERS = 8 * 1024 * 1024;

/** Another worker has the claim, or the table was deleted. */
class LoadLostError extends Error {}

/**
 * Loads a table as a new version, which then becomes the readable one. After a failure, the former rows remain
 * readable.
 * @throws when the load is to be tried again later
 */
export async function loadTable(
  deps: LoadDeps,
  job: WarehouseJob,
  attempt: { readonly isLast: boolean },
): Promise<void> {
  const reference = { projectId: job.project_id, tableNumber: job.table_number };
  const staleBefore =
    deps.refreshAfterMs === null ? null : new Date(deps.now().getTime() - deps.refreshAfterMs);
  const load = await deps.loads.claim(reference, staleBefore);
  if (load === null) return;
  const logger = deps.logger.child({ table: load.table.id, project: job.project_id });
  try {
    const rows = await copyRows(deps, load);
    if (!(await deps.loads.finish(load, rows))) return;
    logger.info({ rows }, 'warehouse table loaded');
    await judge(deps, load);
  } catch (error) {
    if (error instanceof LoadLostError) return;
    if (deps.stopping.aborted) {
      await deps.loads.release(load);
      throw error;
    }
    const { reason, isTransient } = reasonOf(error);
    if (isTransient && !attempt.isLast) {
      await deps.loads.release(load);
      throw error;
    }
    logger.warn({ err: error }, 'a warehouse table could not be loaded');
    await deps.loads.fail(load, reason);
  }
}

async function copyRows(deps: LoadDeps, load: WarehouseLoad): Promise<number> {
  const { table, version } = load;
  const signal = AbortSignal.any([deps.stopping, AbortSignal.timeout(MAX_LOAD_MS)]);
  const source = await openTableSource(deps, table, signal);
  const place = { teamId: table.projectId, tableId: table.number, version };
  let stored = 0;
  let batch: string[] = [];
  let characters = 0;
  const flush = async (): Promise<void> => {
    signal.throwIfAborted();
    if (!(await deps.loads.holds(load))) throw new LoadLostError();
    await insertWarehouseRows(deps.clickhouse, place, batch, stored);
    stored += batch.length;
    batch = [];
    characters = 0;
  };
  try {
    const { format, columns } = table;
    const options = formatOptions(table.options);
    for await (const cells of readCells(source, {
      format,
      options,
      columns,
      limits: deps.limits,
    })) {
      batch.push(cells);
      characters += cells.length;
      if (batch.length >= BATCH_ROWS || characters >= BATCH_CHARACTERS) await flush();
    }
    if (batch.length > 0) await flush();
    return stored;
  } catch (error) {
    if (signal.aborted && !deps.stopping.aborted) {
      throw new WarehouseSourceError('The load took too long.', { cause: error });
    }
    throw error;
  } finally {
    source.close();
  }
}

/** Records which columns have values that are read as null; a failure changes no response. */
async function judge(deps: LoadDeps, load: WarehouseLoad): Promise<void> {
  const { table, version } = load;
  try {
    const place = { number: table.number, version };
    const columns = await judgeColumns(deps.clickhouse, table.projectId, place, table.columns);
    await deps.loads.noteValidity(load, columns);
  } catch (error) {
    deps.logger.warn(
      { err: error, table: table.id },
      'the columns of a warehouse table could not be checked',
    );
  }
}

/** The reason for a failure, for users; it contains no text of an engine and no secret. */
function reasonOf(error: unknown): { readonly reason: string; readonly isTransient: boolean } {
  if (error instanceof WarehouseSourceError) {
    return { reason: error.message, isTransient: error.isTransient };
  }
  if (error instanceof ClickHouseUnavailableError || error instanceof ClickHouseQueryError) {
    return { reason: 'The rows could not be stored.', isTransient: true };
  }
  return { reason: 'An internal error occurred.', isTransient: true };
}
