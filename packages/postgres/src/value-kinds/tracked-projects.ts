import { sql } from 'kysely';
import type { Database } from '../database';

/** Whether each of these projects is tracked; projects that were not checked yet are missing. */
export async function findTracked(
  { db }: Database,
  projectIds: readonly number[],
): Promise<ReadonlyMap<number, boolean>> {
  const { rows } = await sql<{ projectId: number; tracked: boolean }>`
    SELECT project_id AS "projectId", tracked FROM value_kind_projects
    WHERE project_id = ANY(${projectIds}::int[])`.execute(db);
  return new Map(rows.map(({ projectId, tracked }) => [projectId, tracked]));
}

/** Records whether a project is tracked from its first event on. An existing record is not changed. */
export async function beginTracking(
  { db }: Database,
  projectId: number,
  tracked: boolean,
): Promise<void> {
  await sql`
    INSERT INTO value_kind_projects (project_id, tracked) VALUES (${projectId}, ${tracked})
    ON CONFLICT DO NOTHING`.execute(db);
}
