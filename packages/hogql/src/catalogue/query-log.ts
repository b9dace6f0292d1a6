import { call, column, text } from '../clickhouse-sql/build';
import { typeOf } from '../types/value-type';
import type { FieldDefinition, TableDefinition } from './definitions/table-definition';
import { field } from './definitions/fields';

/** The status of queries by PostHog's names, which clients use in filters. */
const status: FieldDefinition = {
  kind: 'stored',
  expr: call(
    'if',
    call('equals', column('t', 'outcome'), text('finished')),
    text('QueryFinish'),
    text('ExceptionWhileProcessing'),
  ),
  type: typeOf('String'),
};

const eventDate: FieldDefinition = {
  kind: 'stored',
  expr: call('toDate', column('t', 'event_time')),
  type: typeOf('Date'),
};

/**
 * The SQL that the project has run, for 30 days (`docs/wire/hogql-tables.md#query-log` and
 * `docs/wire/query-runs.md#log`). Cached responses are not logged, as in PostHog; values that the engine does not
 * report (memory, threads, reads of S3) are missing too.
 */
export const queryLog: TableDefinition = {
  name: 'query_log',
  physical: 'query_log',
  fields: {
    event_date: eventDate,
    event_time: field('event_time', 'DateTime'),
    query_id: field('query_id', 'String'),
    endpoint: field('answered_by', 'String'),
    query: field('query', 'String'),
    query_start_time: field('query_start_time', 'DateTime'),
    query_duration_ms: field('query_duration_ms', 'Integer'),
    hogql_name: field('name', 'String'),
    created_by: field('created_by', 'Integer'),
    read_rows: field('read_rows', 'Integer'),
    read_bytes: field('read_bytes', 'Integer'),
    result_rows: field('result_rows', 'Integer'),
    status,
    exception_code: field('exception_code', 'Integer'),
    is_personal_api_key_request: field('is_personal_api_key_request', 'Boolean'),
    team_id: field('team_id', 'Integer', true),
  },
  latest: null,
  only: call(
    'and',
    call('equals', column('t', 'kind'), text('HogQLQuery')),
    call('notEquals', column('t', 'answered_by'), text('cache')),
  ),
};
