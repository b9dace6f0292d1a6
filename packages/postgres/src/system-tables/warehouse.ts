import { sql } from 'kysely';
import type { SystemTableSelect } from './select';

const FALSE = sql`false`;
/** The types of the columns by name, from the stored list of columns. */
const TYPES = sql`(SELECT jsonb_object_agg(item ->> 'name', item ->> 'type')
  FROM jsonb_array_elements(columns) AS item)`;

/** The table of views. Views are computed when they are read, so nothing is materialized or run. */
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

/** The table of data-warehouse tables, without their sources and credentials. */
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
