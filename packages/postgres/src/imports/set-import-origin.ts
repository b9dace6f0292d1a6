import { sql } from 'kysely';
import type { Database } from '../database';
import { LostImportError } from './lost-import-error';

/**
 * Sets the origin of a run that has none, and returns the origin. A run continues with the origin that the runs of the
 * same source had before it: another one would give the same records other uuids, so that they were imported again.
 *
 * @throws LostImportError if another process has the lease
 */
export async function setImportOrigin(
  db: Database['db'],
  id: string,
  owner: string,
  origin: string,
): Promise<string> {
  const { rows } = await sql<{ origin: string }>`
    UPDATE import_runs AS run SET origin = coalesce(
      run.origin,
      CASE WHEN run.phase IS NOT NULL THEN run.source_key END,
      (
        SELECT coalesce(earlier.origin, earlier.source_key) FROM import_runs AS earlier
        WHERE earlier.project_id = run.project_id AND earlier.source_key = run.source_key
          AND earlier.id <> run.id AND earlier.phase IS NOT NULL
        ORDER BY earlier.created_at LIMIT 1
      ),
      ${origin}
    )
    WHERE run.id = ${id} AND run.owner = ${owner} AND run.state = 'running'
    RETURNING run.origin
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new LostImportError();
  return row.origin;
}
