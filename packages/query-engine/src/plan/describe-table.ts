import { describeTables, isBuiltInTable } from '@tidemark/hogql';
import type { QueryProject } from '../project';
import type { ProjectLookups } from './lookups';
import { mayReadTable } from './table-access';

/**
 * The names of a table's fields, without joins that the project defines; null if the project has no such table, and
 * for a table whose scope the caller lacks.
 */
export async function describeTable(
  { metadata }: Pick<ProjectLookups, 'metadata'>,
  project: QueryProject,
  name: string,
): Promise<readonly string[] | null> {
  if (isBuiltInTable(name)) {
    if (!mayReadTable(project, name)) return null;
    const tables = describeTables(await metadata.groupTypes(project.id));
    const found = tables.find((table) => table.name === name);
    return found === undefined ? null : [...Object.keys(found.fields), 'team_id'];
  }
  const [table] = await metadata.warehouseTables(project.id, [name]);
  if (table !== undefined) return table.columns.map((column) => column.name);
  const [view] = await metadata.views(project.id, [name]);
  return view === undefined ? null : view.columns.map((column) => column.name);
}
