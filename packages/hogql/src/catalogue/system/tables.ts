import type { SystemColumns } from './columns';
import { columns } from './columns';
import type { InformationSchemaTable } from './information-schema';
import { INFORMATION_SCHEMA } from './information-schema';

export type { SystemColumns, SystemRow } from './columns';

/**
 * The project's definitions as tables (`docs/wire/hogql-tables.md#system-columns`). They are not in ClickHouse: the
 * caller reads the rows of the project and passes them to the compiler, which binds them as one parameter. Booleans
 * are 1 or 0 where PostHog's are; columns without a counterpart here are NULL.
 */
const TABLES = {
  'system.actions': columns(
    'id integer, name text?, description text, tags list, steps document, steps_json document, deleted flag, ' +
      'created_at timestamp, updated_at timestamp, last_calculated_at timestamp, pinned_at timestamp?',
  ),
  'system.activity_logs': columns(
    'id text, activity text, item_id text?, scope text, detail document, created_at timestamp',
  ),
  'system.annotations': columns(
    'id integer, content text?, scope text, creation_type text, date_marker timestamp?, ' +
      'dashboard_item_id integer?, dashboard_id integer?, created_by_id integer?, deleted flag, ' +
      'created_at timestamp, updated_at timestamp',
  ),
  'system.batch_export_backfills': columns(
    'id text, batch_export_id text, start_at timestamp?, end_at timestamp?, status text, created_at timestamp, ' +
      'finished_at timestamp?, last_updated_at timestamp, total_records_count integer?',
  ),
  'system.batch_exports': columns(
    'id text, name text, model text, destination_type text, interval text, paused flag, deleted flag, ' +
      'start_at timestamp?, end_at timestamp?, last_paused_at timestamp?, created_at timestamp, last_updated_at timestamp',
  ),
  'system.cohorts': columns(
    'id integer, name text?, description text, deleted flag, filters document, groups document, ' +
      'query document, created_at timestamp, last_calculation timestamp?, version integer?, count integer?, ' +
      'is_static flag',
  ),
  'system.dashboard_tiles': columns(
    'id integer, dashboard_id integer, insight_id integer?, text_id integer?, button_tile_id text?, ' +
      'layouts document, color text?, show_description boolean?, transparent_background boolean?, ' +
      'filters_overrides document, deleted flag',
  ),
  'system.dashboards': columns(
    'id integer, name text?, description text, pinned boolean, tags list, filters document, ' +
      'variables document, creation_mode text, deleted flag, created_at timestamp, updated_at timestamp, ' +
      'last_accessed_at timestamp?',
  ),
  'system.data_modeling_views': columns(
    'id text, name text, status text?, columns document, query document, last_run_at timestamp?, ' +
      'is_materialized flag, deleted flag, deleted_at timestamp?, created_at timestamp, updated_at timestamp?',
  ),
  'system.data_warehouse_tables': columns(
    'id text, name text, columns document, row_count integer?, external_data_source_id text?, ' +
      'created_at timestamp, updated_at timestamp?, deleted flag, deleted_at timestamp?',
  ),
  'system.early_access_features': columns(
    'id text, name text, description text, stage text, documentation_url text, payload document, ' +
      'feature_flag_id integer?, created_at timestamp',
  ),
  'system.event_definitions': columns(
    'id text, name text, description text, tags list, verified boolean, hidden boolean, created_at timestamp, ' +
      'last_seen_at timestamp?, updated_at timestamp',
  ),
  'system.feature_flags': columns(
    'id integer, key text, name text, filters document, rollout_percentage integer?, active boolean, ' +
      'version integer, tags list, created_at timestamp, updated_at timestamp, deleted flag',
  ),
  'system.group_type_mappings': columns(
    'id integer, group_type text, group_type_index integer, name_singular text?, name_plural text?, ' +
      'created_at timestamp',
  ),
  'system.insight_variables': columns(
    'id text, name text, type text, code_name text, values document, default_value document, created_at timestamp',
  ),
  'system.insights': columns(
    'id integer, short_id text, name text?, derived_name text?, description text?, filters document, ' +
      'query document, query_metadata document, tags list, favorited flag, saved flag, deleted flag, ' +
      'created_at timestamp, created_by_id integer?, last_modified_at timestamp, last_modified_by_id integer?, ' +
      'updated_at timestamp',
  ),
  'system.property_definitions': columns(
    'id text, name text, type text, group_type_index integer?, property_type text?, is_numerical boolean, ' +
      'description text, tags list, verified boolean, hidden boolean, created_at timestamp, updated_at timestamp',
  ),
  'system.surveys': columns(
    'id text, name text, description text, type text, questions document, conditions document, ' +
      'appearance document, schedule text, linked_flag_id integer?, targeting_flag_id integer?, ' +
      'start_date timestamp?, end_date timestamp?, archived boolean, created_at timestamp',
  ),
  'system.teams': columns(
    'id integer, name text, timezone text, week_start_day integer, test_account_filters document, ' +
      'created_at timestamp, updated_at timestamp',
  ),
  ...INFORMATION_SCHEMA,
} as const satisfies Readonly<Record<string, SystemColumns>>;

export type SystemTableName = keyof typeof TABLES;

/** The tables whose rows are in a store. */
export type StoredTableName = Exclude<SystemTableName, InformationSchemaTable>;

export const SYSTEM_TABLE_NAMES = Object.keys(TABLES) as readonly SystemTableName[];

export function isSystemTable(name: string): name is SystemTableName {
  return Object.hasOwn(TABLES, name);
}

export function systemColumns(name: SystemTableName): SystemColumns {
  return TABLES[name];
}
