import { sql } from 'kysely';
import type { Writer } from '../activity-log/unit-of-work';

/**
 * Tables with rows of projects but without a foreign key to `projects`, because ingestion writes them without
 * checking it.
 */
export const OF_INGESTION: readonly string[] = [
  ...['person_distinct_ids', 'personless_distinct_ids', 'person_tombstones', 'person_erasures'],
  ...['persons', 'groups', 'group_types', 'event_definitions', 'property_definitions'],
  ...['event_properties', 'value_kind_projects', 'non_text_properties', 'warehouse_versions'],
  ...['usage_days', 'usage_recordings'],
];

/** Removes a project with its definitions, its activity log and the data that ingestion has stored. */
export async function removeProject(tx: Writer, projectId: number): Promise<void> {
  for (const table of OF_INGESTION) {
    await sql`DELETE FROM ${sql.table(table)} WHERE project_id = ${projectId}`.execute(tx);
  }
  await tx
    .updateTable('users')
    .set({ current_project_id: null })
    .where('current_project_id', '=', projectId)
    .execute();
  await tx.deleteFrom('projects').where('id', '=', projectId).execute();
}
