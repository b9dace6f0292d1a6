import type { DatabaseSchemaQueryBody } from '@tidemark/contracts';
import { databaseSchemaQuerySchema } from '@tidemark/contracts';
import type { KindContext, QueryKindDefinition } from '../kind';
import { describedTables } from './described-tables';
import { describeJoin } from './joins';

/** The tables that a statement of the project can read (`wire/hogql.md` §11.3). */
export const databaseSchemaQuery: QueryKindDefinition<DatabaseSchemaQueryBody> = {
  kind: 'DatabaseSchemaQuery',
  schema: databaseSchemaQuerySchema,
  hasCacheKeys: false,
  run: (_, context) => answer(context),
};

async function answer({ lookups, project }: KindContext): Promise<object> {
  const [tables, joins] = await Promise.all([
    describedTables(lookups, project),
    lookups.metadata.joins(project.id),
  ]);
  return { tables: Object.fromEntries(tables), joins: joins.map(describeJoin) };
}
