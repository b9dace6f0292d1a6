import type { DatabaseSchemaQueryBody } from '@tidemark/contracts';
import { databaseSchemaQuerySchema } from '@tidemark/contracts';
import type { KindContext, QueryKindDefinition } from '../kind';
import { CALCULATED } from '../kind';
import { mayReadObject } from '../../plan/table-access';
import { describedTables } from './described-tables';
import { describeJoin } from './joins';

/** The tables that a statement of the project can read (`docs/wire/query-kinds.md#schema-tables`). */
export const databaseSchemaQuery: QueryKindDefinition<DatabaseSchemaQueryBody> = {
  ...CALCULATED,
  kind: 'DatabaseSchemaQuery',
  schema: databaseSchemaQuerySchema,
  staleness: 'not_stored',
  respond: (_, context) => respond(context),
};

async function respond({ lookups, project }: KindContext): Promise<object> {
  // The set-up of joins needs the scope of views; the fields that they add are among the fields of tables.
  const showsJoins = mayReadObject(project, 'warehouse_view');
  const [tables, joins] = await Promise.all([
    describedTables(lookups, project),
    showsJoins ? lookups.metadata.joins(project.id) : [],
  ]);
  return { tables: Object.fromEntries(tables), joins: joins.map(describeJoin) };
}
