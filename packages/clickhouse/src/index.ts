export type { ClickHouse, ColumnMeta, InsertOptions, NamedQuery, QueryResult } from './clickhouse';
export { createClickHouse, quoteIdentifier } from './create-clickhouse';
export type { ClickHouseOptions } from './create-clickhouse';
export { ClickHouseAbortedError, ClickHouseQueryError, ClickHouseUnavailableError } from './errors';
export { migrate } from './migrate';
export type { AppliedMigration } from './migrate';
export type { Topology } from './migrations/topology';
export { INSERT_SETTINGS, READ_SETTINGS } from './settings';
export type { StatementSettings } from './settings';
