import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Caller } from './authenticate';
import { ownError } from '../errors';

/** The parameters in the URL and the headers of a request; the body is read later. */
export interface QueryRequest {
  queryId: string;
  /** The `query` parameter; the body is appended to it. */
  urlQuery: string;
  database: string | undefined;
  defaultFormat: string;
  settings: Map<string, string>;
  /** Values of `{name:Type}` placeholders, in ClickHouse's escaped text form. */
  parameters: Map<string, string>;
  waitEndOfQuery: boolean;
  /** GET and HEAD may only read. */
  isReadOnlyMethod: boolean;
  acceptEncoding: string;
  caller: Caller;
}

const FORMAT_NAME = /^[A-Za-z0-9]+$/;
/** Parameters of the protocol that are not settings of the engine. */
const RESERVED = new Set([
  'query',
  'query_id',
  'database',
  'default_format',
  'user',
  'password',
  'quota_key',
  'stacktrace',
  'buffer_size',
  'wait_end_of_query',
  'client_protocol_version',
  'session_timeout',
  'session_check',
  'close_session',
]);
const UNSUPPORTED = new Map([
  ['session_id', 'HTTP sessions'],
  ['role', 'Roles'],
  ['compress', "ClickHouse's native compression over HTTP"],
  ['decompress', "ClickHouse's native compression over HTTP"],
]);
const OFF = new Set(['', '0', 'false']);
const PARAMETER_PREFIX = 'param_';

/** Reads URL and headers. @throws ClickHouseException for an unsupported part of the protocol */
export function readRequest(message: IncomingMessage, url: URL, caller: Caller): QueryRequest {
  const search = url.searchParams;
  const request: QueryRequest = {
    queryId: nonEmpty(search.get('query_id')) ?? randomUUID(),
    urlQuery: search.get('query') ?? '',
    database: nonEmpty(search.get('database')) ?? header(message, 'x-clickhouse-database'),
    defaultFormat:
      nonEmpty(search.get('default_format')) ??
      header(message, 'x-clickhouse-format') ??
      'TabSeparated',
    settings: new Map(),
    parameters: new Map(),
    waitEndOfQuery: !OFF.has(search.get('wait_end_of_query') ?? ''),
    isReadOnlyMethod: message.method !== 'POST',
    acceptEncoding: header(message, 'accept-encoding') ?? '',
    caller,
  };
  if (!FORMAT_NAME.test(request.defaultFormat)) throw ownError(36, 'Bad name of default format');
  for (const [name, value] of search) addField(request, name, value);
  return request;
}

/** Adds one field of the URL or of a multipart body to the request. */
export function addField(request: QueryRequest, name: string, value: string): void {
  const unsupported = UNSUPPORTED.get(name);
  if (unsupported !== undefined && !OFF.has(value)) {
    throw ownError(48, `${unsupported} are not supported by the embedded engine`);
  }
  if (unsupported !== undefined || RESERVED.has(name)) return;
  if (name.startsWith(PARAMETER_PREFIX)) {
    request.parameters.set(name.slice(PARAMETER_PREFIX.length), value);
  } else {
    request.settings.set(name, value);
  }
}

function header(message: IncomingMessage, name: string): string | undefined {
  const value = message.headers[name];
  return nonEmpty((Array.isArray(value) ? value[0] : value) ?? null);
}

function nonEmpty(value: string | null): string | undefined {
  return value === null || value === '' ? undefined : value;
}
