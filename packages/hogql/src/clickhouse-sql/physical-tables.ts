/**
 * Every ClickHouse table a statement may read. All of them have a `team_id` column. The tenant user of `@tidemark/clickhouse`
 * needs a grant and a row policy for each (`TENANT_TABLES`).
 */
export const PHYSICAL_TABLES: ReadonlySet<string> = new Set([
  'cohort_people',
  'events',
  'person',
  'person_distinct_id',
  'person_distinct_id_overrides',
  'groups',
  'ingestion_warnings',
  'session_replay_events',
  'log_entries',
  'raw_sessions',
  'warehouse_rows',
  'query_log',
]);

export function isPhysicalTable(name: string): boolean {
  return PHYSICAL_TABLES.has(name);
}
