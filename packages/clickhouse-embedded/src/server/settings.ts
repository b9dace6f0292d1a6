import { quotedName, stringLiteral } from '../sql/literals';
import { markedLogComment } from '../sql/query-id';
import { ClickHouseException } from '../errors';
import type { QueryRequest } from './request';
import { PROJECT_CARRIER, TENANT_ROLE } from './users-config';

/**
 * Settings that the embedded library changes, with their values on a server of the same version (26.7; compared with
 * `system.settings WHERE changed`), and three settings that are necessary here:
 *  - `async_insert`: an acknowledged insert must be a written part, not a buffer in memory;
 *  - `throw_if_no_data_to_insert`: an empty insert must not be an error, as over HTTP on a server;
 *  - `log_queries`: the embedded engine has no query log.
 */
export const BASELINE_SETTINGS: ReadonlyMap<string, string> = new Map([
  ['implicit_select', '0'],
  ['allow_introspection_functions', '0'],
  ['storage_file_read_method', 'pread'],
  ['output_format_arrow_use_native_writer', '1'],
  ['async_insert', '0'],
  ['throw_if_no_data_to_insert', '0'],
  ['log_queries', '0'],
]);

const SETTING_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** The custom setting with the project of a request. A server accepts its prefix by default. */
const PROJECT_SETTING = 'SQL_tidemark_project_id';
/** The database of a new connection. */
const DEFAULT_DATABASE = 'default';
const DEFAULT_MAX_QUERY_SIZE = '262144';

/**
 * Returns the statements that set the database, the settings and the parameters of a request in a new connection, mark
 * it with the query id, and set the role of the tenant. They are few, because each takes 0.15 ms of CPU. `readonly` is
 * last, because no setting can be changed after it.
 * @throws ClickHouseException 115 for a name that cannot be a setting
 */
export function sessionSetup(request: QueryRequest): string {
  const settings = new Map([...BASELINE_SETTINGS, ...request.settings]);
  const isTenant = request.caller === 'tenant';
  const asked = settings.get('readonly') ?? (request.isReadOnlyMethod ? '2' : '0');
  const readonly = isTenant ? '1' : asked;
  carryProject(settings);
  settings.delete('readonly');
  settings.set('log_comment', markedLogComment(request.queryId, settings.get('log_comment') ?? ''));
  const last: [string, string][] = readonly === '0' ? [] : [['readonly', readonly]];
  const { database = DEFAULT_DATABASE, parameters } = request;
  return [
    ...(database === DEFAULT_DATABASE ? [] : [`USE ${quotedName(database)}`]),
    ...(parameters.size === 0
      ? [set([...settings, ...last])]
      : withParameters(settings, parameters, last)),
    ...(isTenant ? [`SET ROLE ${TENANT_ROLE}`] : []),
  ].join(';\n');
}

/** Moves the project from its custom setting to `PROJECT_CARRIER`. Without the custom setting, there are no rows. */
function carryProject(settings: Map<string, string>): void {
  settings.delete(PROJECT_CARRIER);
  const project = settings.get(PROJECT_SETTING);
  settings.delete(PROJECT_SETTING);
  if (project !== undefined) settings.set(PROJECT_CARRIER, project);
}

/** Returns statements that set parameters, which may exceed the limit of a query. It is lifted only while they are set. */
function withParameters(
  settings: ReadonlyMap<string, string>,
  parameters: ReadonlyMap<string, string>,
  last: readonly [string, string][],
): string[] {
  const values = [...parameters].map(([name, value]): [string, string] => [`param_${name}`, value]);
  return [
    set([...new Map([...settings, ['max_query_size', '0']])]),
    // In one statement, because each SET copies all existing parameters (6,000 took 25 s one by one, 31 ms together).
    set(values),
    set([['max_query_size', settings.get('max_query_size') ?? DEFAULT_MAX_QUERY_SIZE], ...last]),
  ];
}

function set(values: readonly (readonly [string, string])[]): string {
  return `SET ${values.map(assignment).join(', ')}`;
}

function assignment([name, value]: readonly [string, string]): string {
  if (!SETTING_NAME.test(name)) {
    const text = `Code: 115. DB::Exception: Unknown setting '${name}'. (UNKNOWN_SETTING)`;
    throw new ClickHouseException(115, text);
  }
  return `${name} = ${stringLiteral(value)}`;
}
