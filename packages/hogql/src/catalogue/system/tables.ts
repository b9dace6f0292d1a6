import type { TypeKind, ValueType } from '../../types/value-type';
import { typeOf } from '../../types/value-type';

/** Columns in the order of `SELECT *`. */
export type SystemColumns = Readonly<Record<string, ValueType>>;

/** A value as the store gives it: Dates, numbers, booleans, text, documents, null. */
export type SystemRow = Readonly<Record<string, unknown>>;

const KINDS = {
  text: 'String',
  integer: 'Integer',
  boolean: 'Boolean',
  moment: 'DateTime',
  document: 'JSON',
  list: 'Array',
} as const satisfies Readonly<Record<string, TypeKind>>;

/** `name kind, name kind? …`; a question mark allows NULL. */
function columns(list: string): SystemColumns {
  return Object.fromEntries(
    list.split(',').map((item) => {
      const [, name, kind, optional] = /^\s*(\w+) (\w+)(\??)\s*$/.exec(item) ?? [];
      if (name === undefined || !isKind(kind)) throw new Error(`Not a column: ${item}`);
      return [name, typeOf(KINDS[kind], optional === '?')];
    }),
  );
}

function isKind(kind: string | undefined): kind is keyof typeof KINDS {
  return kind !== undefined && Object.hasOwn(KINDS, kind);
}

/**
 * The project's own definitions as tables (`wire/hogql.md` §3.7). They are not in ClickHouse: the caller
 * reads the rows of the project and hands them to the compiler, which binds them as one parameter.
 */
const TABLES = {
  'system.actions': columns(
    'id integer, name text?, description text, tags list, steps document, deleted boolean, ' +
      'created_at moment, updated_at moment, last_calculated_at moment, pinned_at moment?',
  ),
  'system.activity_logs': columns(
    'id text, activity text, item_id text?, scope text, detail document, created_at moment',
  ),
  'system.annotations': columns(
    'id integer, content text?, scope text, creation_type text, date_marker moment?, ' +
      'dashboard_item_id integer?, dashboard_id integer?, created_by_id integer?, deleted boolean, ' +
      'created_at moment, updated_at moment',
  ),
  'system.batch_exports': columns(
    'id text, name text, model text, destination_type text, interval text, paused boolean, deleted boolean, ' +
      'start_at moment?, end_at moment?, last_paused_at moment?, created_at moment, last_updated_at moment',
  ),
  'system.cohorts': columns(
    'id integer, name text?, description text, deleted boolean, filters document, groups document, ' +
      'query document, created_at moment, last_calculation moment?, version integer?, count integer?, ' +
      'is_static boolean',
  ),
  'system.dashboards': columns(
    'id integer, name text?, description text, pinned boolean, tags list, filters document, ' +
      'variables document, creation_mode text, deleted boolean, created_at moment, updated_at moment, ' +
      'last_accessed_at moment?',
  ),
  'system.early_access_features': columns(
    'id text, name text, description text, stage text, documentation_url text, payload document, ' +
      'feature_flag_id integer?, created_at moment',
  ),
  'system.event_definitions': columns(
    'id text, name text, description text, tags list, verified boolean, hidden boolean, created_at moment, ' +
      'last_seen_at moment?, updated_at moment',
  ),
  'system.feature_flags': columns(
    'id integer, key text, name text, filters document, rollout_percentage integer?, active boolean, ' +
      'version integer, tags list, created_at moment, updated_at moment, deleted boolean',
  ),
  'system.group_type_mappings': columns(
    'id integer, group_type text, group_type_index integer, name_singular text?, name_plural text?, ' +
      'created_at moment',
  ),
  'system.insight_variables': columns(
    'id text, name text, type text, code_name text, values document, default_value document, created_at moment',
  ),
  'system.insights': columns(
    'id integer, short_id text, name text?, derived_name text?, description text?, filters document, ' +
      'query document, query_metadata document, tags list, favorited boolean, saved boolean, deleted boolean, created_at moment, ' +
      'updated_at moment, last_modified_at moment',
  ),
  'system.property_definitions': columns(
    'id text, name text, type text, group_type_index integer?, property_type text?, is_numerical boolean, ' +
      'description text, tags list, verified boolean, hidden boolean, created_at moment, updated_at moment',
  ),
  'system.surveys': columns(
    'id text, name text, description text, type text, questions document, conditions document, ' +
      'appearance document, schedule text, linked_flag_id integer?, targeting_flag_id integer?, ' +
      'start_date moment?, end_date moment?, archived boolean, created_at moment',
  ),
  'system.teams': columns(
    'id integer, name text, timezone text, week_start_day integer, test_account_filters document, ' +
      'created_at moment, updated_at moment',
  ),
} as const satisfies Readonly<Record<string, SystemColumns>>;

export type SystemTableName = keyof typeof TABLES;

export const SYSTEM_TABLE_NAMES = Object.keys(TABLES) as readonly SystemTableName[];

export function isSystemTable(name: string): name is SystemTableName {
  return Object.hasOwn(TABLES, name);
}

export function systemColumns(name: SystemTableName): SystemColumns {
  return TABLES[name];
}
