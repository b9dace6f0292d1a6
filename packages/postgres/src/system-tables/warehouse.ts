import { sql } from 'kysely';
import type { SystemTableSelect } from './select';

const FALSE = sql`false`;
/** The type of each column by its name, of the list that is stored. */
const TYPES = sql`(SELECT jsonb_object_agg(item ->> 'name', item ->> 'type')
  FROM jsonb_array_elements(columns) AS item)`;

/** Views are computed when they are read: nothing is stored of them, so nothing is run. */
export const dataModelingViews: SystemTableSelect = (db, projectId, limit) =>
  db
    .selectFrom('saved_views')
    .select(['id', 'name', 'created_at'])
    .select([
      TYPES.as('columns'),
      sql`jsonb_build_object('kind', 'HogQLQuery', 'query', query)`.as('query'),
      FALSE.as('is_materialized'),
      FALSE.as('deleted'),
    ])
    .where('project_id', '=', projectId)
    .orderBy('name')
    .limit(limit)
    .execute();

/** Where the data comes from, and with which credentials, is not among the columns. */
export const dataWarehouseTables: SystemTableSelect = (db, projectId, limit) =>
  db
    .selectFrom('warehouse_tables')
    .select(['id', 'name', 'row_count', 'deleted', 'created_at', 'last_loaded_at as updated_at'])
    .select(TYPES.as('columns'))
    .where('project_id', '=', projectId)
    .where('deleted', '=', false)
    .orderBy('name')
    .limit(limit)
    .execute();
