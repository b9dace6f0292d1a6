import { sql } from 'kysely';
import type { Database } from '../database';

/** Projects of these that have been looked at, and whether they are tracked. */
export async function findTracked(
  { db }: Database,
  projectIds: readonly number[],
): Promise<ReadonlyMap<number, boolean>> {
  const { rows } = await sql<{ projectId: number; tracked: boolean }>`
    SELECT project_id AS "projectId", tracked FROM value_kind_projects
    WHERE project_id = ANY(${projectIds}::int[])`.execute(db);
  return new Map(rows.map(({ projectId, tracked }) => [projectId, tracked]));
}

/** Notes of a project whether its values are tracked from its first event on. What was noted before stays. */
export async function beginTracking(
  { db }: Database,
  projectId: number,
  tracked: boolean,
): Promise<void> {
  await sql`
    INSERT INTO value_kind_projects (project_id, tracked) VALUES (${projectId}, ${tracked})
    ON CONFLICT DO NOTHING`.execute(db);
}
