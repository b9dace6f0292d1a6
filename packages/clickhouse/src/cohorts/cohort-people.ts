import type { ClickHouse } from '../clickhouse';
import type { Topology } from '../migrations/topology';

/** One version of a cohort's members. */
export interface CohortVersion {
  readonly teamId: number;
  readonly cohortId: number;
  readonly version: number;
}

const COLUMNS = ['team_id', 'cohort_id', 'version', 'person_id'];

/** Adds members to a version; resolves when they are stored. */
export async function insertCohortPeople(
  clickhouse: ClickHouse,
  { teamId, cohortId, version }: CohortVersion,
  personIds: readonly string[],
): Promise<void> {
  if (personIds.length === 0) return;
  const rows = personIds.map((id) => ({
    team_id: teamId,
    cohort_id: cohortId,
    version,
    person_id: id,
  }));
  await clickhouse.insertJsonEachRow('cohort_people', rows, { columns: COLUMNS });
}

/** Returns a page of a version's members, as person ids in their order. */
export async function listCohortPeople(
  clickhouse: ClickHouse,
  { teamId, cohortId, version }: CohortVersion,
  page: { readonly limit: number; readonly offset: number },
): Promise<readonly string[]> {
  const { rows } = await clickhouse.query<[personId: string]>({
    name: 'cohort_people_page',
    sql: `
      SELECT DISTINCT toString(person_id) AS id FROM cohort_people
      PREWHERE team_id = {team:Int64}
      WHERE cohort_id = {cohort:Int64} AND version = {version:UInt64}
      ORDER BY id LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,
    params: { team: teamId, cohort: cohortId, version, ...page },
  });
  return rows.map(([id]) => id);
}

/**
 * Removes the versions before the current one, also those of interrupted calculations. The previous version is kept,
 * because a query that was planned with it may still run.
 */
export async function removeOldCohortPeople(
  clickhouse: ClickHouse,
  current: CohortVersion,
  previous: number | null,
  topology: Topology,
): Promise<void> {
  const table =
    topology.kind === 'single'
      ? 'cohort_people'
      : `cohort_people_local ON CLUSTER '${topology.cluster}'`;
  await clickhouse.command(
    `ALTER TABLE ${table} DELETE
     WHERE team_id = {team:Int64} AND cohort_id = {cohort:Int64}
       AND version < {version:UInt64} AND version != {previous:UInt64}`,
    {
      params: {
        team: current.teamId,
        cohort: current.cohortId,
        version: current.version,
        previous: previous ?? 0,
      },
    },
  );
}
