import { sql } from 'kysely';
import type { Database } from '../database';
import type { ValueKnowledge } from './non-text-property';
import { bagOf } from './non-text-property';

/** The known types of a project's values with these names; unknown if the project is not tracked. */
export async function findNonText(
  { db }: Database,
  projectId: number,
  names: readonly string[],
): Promise<ValueKnowledge> {
  const { rows } = await sql<{ bag: number | null; name: string | null }>`
    SELECT n.bag, n.name FROM value_kind_projects AS p
    LEFT JOIN non_text_properties AS n ON n.project_id = p.project_id AND n.name = ANY(${names}::text[])
    WHERE p.project_id = ${projectId} AND p.tracked`.execute(db);
  return {
    isTracked: rows.length > 0,
    nonText: rows.flatMap(({ bag, name }) =>
      bag === null || name === null ? [] : [{ bag: bagOf(bag), name }],
    ),
  };
}
