import type { DescribedTable } from '@tidemark/hogql';
import { describeTables, isBuiltInTable } from '@tidemark/hogql';
import { mayReadObject, mayReadTable } from '../../plan/table-access';
import type { KindContext } from '../kind';
import { withJoinFields } from './joins';
import { describeSavedView } from './views';
import { describeWarehouseTable } from './warehouse';

/** The part of a table that an editor needs: in the wire format it has more fields. */
type Described = Pick<DescribedTable, 'fields'>;

/** Every table that a statement of this caller can name, including the project's own tables and joins. */
export async function describedTables(
  lookups: KindContext['lookups'],
  project: KindContext['project'],
): Promise<ReadonlyMap<string, Described>> {
  const [groupTypes, warehouse, views, joins] = await Promise.all([
    lookups.metadata.groupTypes(project.id),
    lookups.metadata.allWarehouseTables(project.id),
    lookups.metadata.allViews(project.id),
    lookups.metadata.joins(project.id),
  ]);
  const known = describeTables(groupTypes).filter(({ name }) => mayReadTable(project, name));
  const own = [
    ...warehouse.map(
      (table) =>
        [
          table.name,
          describeWarehouseTable(table, { showsSource: mayReadObject(project, 'warehouse_table') }),
        ] as const,
    ),
    ...views.map(
      (view) =>
        [
          view.name,
          describeSavedView(view, { showsQuery: mayReadObject(project, 'warehouse_view') }),
        ] as const,
    ),
  ].filter(([name]) => !isBuiltInTable(name));
  const tables = [...known.map((table) => [table.name, table] as const), ...own];
  const joined = withJoinFields(Object.fromEntries(tables), joins);
  return new Map(Object.entries(joined) as [string, Described][]);
}
