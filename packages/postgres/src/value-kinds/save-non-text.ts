import { sql } from 'kysely';
import type { Database } from '../database';
import type { NonTextProperty } from './non-text-property';
import { bagCode } from './non-text-property';

/**
 * The maximum number of names in a project. With more, names probably contain data, and the project is no longer
 * tracked.
 */
const MAX_NAMES = 10_000;

/**
 * Writes properties of tracked projects; repeating it changes nothing. A project with too many is permanently no
 * longer tracked. Rows are locked in order of their keys, so that workers wait for each other instead of deadlocking.
 */
export async function saveNonText(
  { db }: Database,
  properties: readonly NonTextProperty[],
): Promise<void> {
  const rows = properties.map(({ bag, ...row }) => ({ ...row, bag: bagCode(bag) }));
  const ids = [...new Set(properties.map(({ projectId }) => projectId))];
  await db.transaction().execute(async (tx) => {
    await sql`
      INSERT INTO non_text_properties (project_id, name, bag)
      SELECT r."projectId", r.name, r.bag
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r ("projectId" int, name text, bag smallint)
      JOIN value_kind_projects AS p ON p.project_id = r."projectId" AND p.tracked
      ORDER BY 1, 2, 3
      ON CONFLICT DO NOTHING`.execute(tx);
    await sql`
      WITH full_ones AS (
        SELECT project_id FROM non_text_properties WHERE project_id = ANY(${ids}::int[])
        GROUP BY project_id HAVING count(*) > ${MAX_NAMES}
      ), given_up AS (
        UPDATE value_kind_projects SET tracked = false
        WHERE project_id IN (SELECT project_id FROM full_ones)
        RETURNING project_id
      )
      DELETE FROM non_text_properties WHERE project_id IN (SELECT project_id FROM given_up)`.execute(
      tx,
    );
  });
}
