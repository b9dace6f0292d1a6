import { sql } from 'kysely';
import type { Writer } from '../activity-log/unit-of-work';
import { removeImportFile } from './import-files';
import type { ImportRun } from './import-run';
import { toImportRun } from './import-run';
import { isFree } from './import-run-lease';

/**
 * Cancels a run: ends it if no process works on it, else asks the process to stop.
 * @returns null if there is no run that can be cancelled
 */
export async function cancelImportRun(
  tx: Writer,
  projectId: number,
  id: string,
): Promise<ImportRun | null> {
  const open = tx
    .updateTable('import_runs')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('state', 'in', ['running', 'failed']);
  const ended = await open
    .set({
      ...{ cancel_requested: true, state: 'cancelled', secrets: null, waits_until: null },
      finished_at: sql<Date>`now()`,
    })
    .where(isFree)
    .returningAll()
    .executeTakeFirst();
  if (ended !== undefined) await removeImportFile(tx, id);
  const asked = await open.set({ cancel_requested: true }).returningAll().executeTakeFirst();
  const row = ended ?? asked;
  return row === undefined ? null : toImportRun(row);
}
