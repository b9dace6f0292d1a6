import { quotedName, stringLiteral } from '../sql/literals';
import { markedLogComment } from '../sql/query-id';
import { ClickHouseException } from './errors';
import type { QueryRequest } from './request';

/**
 * What the embedded library sets differently from a server of the same version (26.7; seen in
 * `system.settings WHERE changed`), put back, and three settings whose default would not fit an
 * engine on the same machine:
 *  - `async_insert`: an acknowledged insert is a written part, not a buffer in memory;
 *  - `throw_if_no_data_to_insert`: over HTTP an empty insert is no error, here it would be;
 *  - `log_queries`: there is no query log to write to.
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
const DEFAULT_MAX_QUERY_SIZE = '262144';

/**
 * The statements that give a fresh connection the database, the settings and the parameters of a
 * request, and mark it with its query id. `readonly` comes last: nothing can be set after it.
 * @throws ClickHouseException 115 for a name that cannot be a setting
 */
export function sessionSetup(request: QueryRequest): string {
  const settings = new Map([...BASELINE_SETTINGS, ...request.settings]);
  const readonly = settings.get('readonly') ?? (request.isReadOnlyMethod ? '2' : '0');
  settings.delete('readonly');
  settings.set('log_comment', markedLogComment(request.queryId, settings.get('log_comment') ?? ''));
  const statements = [`USE ${quotedName(request.database ?? 'default')}`];
  statements.push(`SET ${[...settings].map(assignment).join(', ')}`);
  statements.push(...parameterSetup(request.parameters, settings.get('max_query_size')));
  if (readonly !== '0') statements.push(`SET readonly = ${stringLiteral(readonly)}`);
  return statements.join(';\n');
}

/** Parameters may be longer than a query may be; the limit is lifted only while they are set. */
function parameterSetup(
  parameters: ReadonlyMap<string, string>,
  maxQuerySize: string = DEFAULT_MAX_QUERY_SIZE,
): string[] {
  if (parameters.size === 0) return [];
  const assignments = [...parameters].map(([name, value]) => assignment([`param_${name}`, value]));
  return [
    'SET max_query_size = 0',
    // In one statement: each SET copies all parameters there are (6,000 took 25 s one by one, 31 ms together).
    `SET ${assignments.join(', ')}`,
    `SET max_query_size = ${stringLiteral(maxQuerySize)}`,
  ];
}

function assignment([name, value]: readonly [string, string]): string {
  if (!SETTING_NAME.test(name)) {
    const text = `Code: 115. DB::Exception: Unknown setting '${name}'. (UNKNOWN_SETTING)`;
    throw new ClickHouseException(115, text);
  }
  return `${name} = ${stringLiteral(value)}`;
}
