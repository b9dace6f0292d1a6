export { listWarnings, newestWarnings, warningDays } from './warnings/read-warnings';
export type { StoredWarning, WarningDay } from './warnings/read-warnings';
export type { WarningFilter } from './warnings/warning-filter';
export type {
  ByteQuery,
  ClickHouse,
  ColumnMeta,
  InsertOptions,
  NamedQuery,
  QueryResult,
} from './clickhouse';
export { createClickHouse } from './create-clickhouse';
export { quoteIdentifier } from './quote-identifier';
export type { ClickHouseOptions } from './create-clickhouse';
export { ClickHouseAbortedError, ClickHouseQueryError, ClickHouseUnavailableError } from './errors';
export {
  insertCohortPeople,
  listCohortPeople,
  removeOldCohortPeople,
} from './cohorts/cohort-people';
export type { CohortVersion } from './cohorts/cohort-people';
export * from './backup';
export { clickhouseMark } from './installation';
export * from './tenant';
export { checkLedger, migrate } from './migrate';
export type { AppliedMigration } from './migrate';
export { migrations } from './migrations';
export type { Topology } from './migrations/topology';
export { BinaryWriter } from './binary/binary-writer';
export { createJsonColumn } from './native/json-column';
export { jsonColumn, jsonTextColumn, writeNativeBlock } from './native/native-block';
export type { NativeColumn } from './native/native-block';
export { INSERT_SETTINGS, READ_SETTINGS } from './settings';
export type { StatementSettings } from './settings';
export { eventRowKeyText, findStoredEvents } from './events/find-stored-events';
export { readDeliveredEvents } from './events/read-delivered-events';
export { erasePersons, findUsedIds } from './persons/erase-persons';
export type { ErasedPerson } from './persons/erased-person';
export { findFirstValues, findSentValues } from './persons/first-values';
export type { AskedValue, FirstValues } from './persons/first-values';
export { hasEvents } from './events/has-events';
export { removeCopies } from './events/remove-copies';
export type { EventRowKey } from './events/find-stored-events';
export { squashPersonOverrides } from './person-overrides/squash-person-overrides';
export type { SquashOptions } from './person-overrides/squash-person-overrides';
export { findStoredReplays, replayKeyText } from './replay/find-stored-replays';
export type { ReplayKey } from './replay/find-stored-replays';
export { removeExpired } from './retention/remove-expired';
export type { KeptSince } from './retention/remove-expired';
export { restoreSessions } from './sessions/restore-sessions';
export * from './deleted-events';
export * from './exports';
export { dropWarehouseVersion, insertWarehouseRows } from './warehouse/warehouse-rows';
export type { WarehouseVersion } from './warehouse/warehouse-rows';
export { readProgress, stopQuery } from './progress';
export type { QueryProgress } from './progress';
export { streamRows } from './row-stream';
export type { RowStream, RowStreamCounts } from './row-stream';
export { insertQueryLog, listQueryLog } from './query-log/read-query-log';
export { listSlowQueries } from './query-log/slow-queries';
export type { SlowQuery } from './query-log/slow-queries';
export { readEngineStatus } from './status/engine-status';
export type { EngineStatus } from './status/engine-status';
export type { QueryLogFilter } from './query-log/read-query-log';
export type { QueryLogRow } from './query-log/query-log-row';
