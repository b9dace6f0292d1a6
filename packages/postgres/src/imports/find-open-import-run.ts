import type { Reader } from '../activity-log/unit-of-work';
import type { ImportRun } from './import-run';
import { toImportRun } from './import-run';

/**
 * The latest run of a source that is not finished or has failed, which a new import of this source continues; null if
 * there is none.
 */
export async function findOpenImportRun(
  db: Reader,
  projectId: number,
  sourceKey: string,
): Promise<ImportRun | null> {
  const row = await db
    .selectFrom('import_runs')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('source_key', '=', sourceKey)
    .where('state', 'in', ['running', 'failed'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : toImportRun(row);
}
