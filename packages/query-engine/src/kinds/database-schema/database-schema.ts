import type { DatabaseSchemaQueryBody } from '@tidemark/contracts';
import { databaseSchemaQuerySchema } from '@tidemark/contracts';
import { describeTables, isBuiltInTable } from '@tidemark/hogql';
import type { KindContext, QueryKindDefinition } from '../kind';
import { describeJoin, withJoinFields } from './joins';
import { describeSavedView } from './views';
import { describeWarehouseTable } from './warehouse';

/** The tables that a statement of the project can read (`wire/hogql.md` §11.3). */
export const databaseSchemaQuery: QueryKindDefinition<DatabaseSchemaQueryBody> = {
  kind: 'DatabaseSchemaQuery',
  schema: databaseSchemaQuerySchema,
  hasCacheKeys: false,
  run: (_, context) => answer(context),
};

async function answer({ lookups, project }: KindContext): Promise<object> {
  const [groupTypes, warehouse, views, joins] = await Promise.all([
    lookups.metadata.groupTypes(project.id),
    lookups.metadata.allWarehouseTables(project.id),
    lookups.metadata.allViews(project.id),
    lookups.metadata.joins(project.id),
  ]);
  const known = describeTables(groupTypes).filter(
    ({ name }) => name !== 'system.activity_logs' || project.seesActivityLog === true,
  );
  const tables = known.map((table) => [table.name, table] as const);
  const own = warehouse
    .filter(({ name }) => !isBuiltInTable(name))
    .map((table) => [table.name, describeWarehouseTable(table)] as const);
  const saved = views
    .filter(({ name }) => !isBuiltInTable(name))
    .map((view) => [view.name, describeSavedView(view)] as const);
  return {
    tables: withJoinFields(Object.fromEntries([...tables, ...own, ...saved]), joins),
    joins: joins.map(describeJoin),
  };
}
