import type { ExpressionBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Writer } from '../activity-log/unit-of-work';
import { lockChanges } from '../activity-log/unit-of-work';
import type { Database } from '../database';
import type { Schema } from '../schema';
import { IMPORT_RUN_HISTORY } from './import-run-history';

/** The condition that no process has the lease of a run. */
export const isFree = (e: ExpressionBuilder<Schema, 'import_runs'>) =>
  e.or([e('lease_until', 'is', null), e('lease_until', '<', sql<Date>`now()`)]);

const leaseEnd = (leaseMs: number) => sql<Date>`now() + ${leaseMs} * interval '1 millisecond'`;

/** See `ImportRunRepository.claim`. Claims of runs and starts of imports in one project run one after the other. */
export function claimImportRun(
  db: Database['db'],
  id: string,
  owner: string,
  leaseMs: number,
): Promise<'claimed' | 'held' | 'busy'> {
  return db.transaction().execute(async (tx) => {
    if (await lockIfBusy(tx, id)) return 'busy';
    const { numUpdatedRows } = await tx
      .updateTable('import_runs')
      .set({
        ...{ owner, lease_until: leaseEnd(leaseMs), state: 'running', error: null },
        // The process that waited has died.
        waits_until: null,
      })
      .where('id', '=', id)
      .where('state', 'in', ['running', 'failed'])
      .where(isFree)
      .executeTakeFirst();
    return numUpdatedRows === 1n ? 'claimed' : 'held';
  });
}

/** See `ImportRunRepository.renew`. */
export function renewImportRun(
  db: Database['db'],
  id: string,
  owner: string,
  leaseMs: number,
): Promise<'kept' | 'cancelled' | 'lost'> {
  return db.transaction().execute(async (tx) => {
    // An expired lease may be renewed, unless another run of the project was claimed meanwhile.
    if (await lockIfBusy(tx, id)) return 'lost';
    const row = await tx
      .updateTable('import_runs')
      .set({ lease_until: leaseEnd(leaseMs) })
      .where('id', '=', id)
      .where('owner', '=', owner)
      .where('state', '=', 'running')
      .returning('cancel_requested')
      .executeTakeFirst();
    if (row === undefined) return 'lost';
    return row.cancel_requested ? 'cancelled' : 'kept';
  });
}

/**
 * Locks starts and claims of imports in the project of a run until the transaction ends.
 * @returns whether a process works on another run of the project
 */
async function lockIfBusy(tx: Writer, id: string): Promise<boolean> {
  const run = await tx
    .selectFrom('import_runs')
    .select('project_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (run === undefined) return false;
  await lockChanges(tx, IMPORT_RUN_HISTORY.scope, run.project_id);
  const other = await tx
    .selectFrom('import_runs')
    .select('id')
    .where('project_id', '=', run.project_id)
    .where('id', '!=', id)
    .where('state', '=', 'running')
    .where((e) => e.not(isFree(e)))
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}
