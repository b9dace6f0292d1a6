import { call, column, text } from '../clickhouse-sql/build';
import type { TableDefinition } from './definitions/table-definition';
import { field } from './definitions/fields';

/**
 * Log entries by source (`docs/wire/hogql-tables.md#log-entries`): console messages that came with recordings, by
 * session id. Unlike in PostHog, batch exports store no lines here.
 */
export const logEntries: TableDefinition = {
  name: 'log_entries',
  physical: 'log_entries',
  fields: {
    team_id: field('team_id', 'Integer', true),
    log_source: field('log_source', 'String'),
    log_source_id: field('log_source_id', 'String'),
    instance_id: field('instance_id', 'String'),
    timestamp: field('timestamp', 'DateTime'),
    message: field('message', 'String'),
    level: field('level', 'String'),
  },
  latest: {
    keys: ['log_source', 'log_source_id', 'timestamp', 'uuid'],
    version: 'inserted_at',
    deleted: null,
  },
};

/** The log entries of recordings, where `log_source_id` is the session. */
export const consoleLogs: TableDefinition = {
  ...logEntries,
  name: 'console_logs_log_entries',
  only: call('equals', column('t', 'log_source'), text('session_replay')),
};
