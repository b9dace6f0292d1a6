import type { ClickHouse } from '../clickhouse';
import type { Topology } from '../migrations/topology';
import { eraseMentions } from './erase-mentions';
import { eraseSessions } from './erase-sessions';
import type { ErasedPerson } from './erased-person';
import type { ErasureKey } from './erasure-key';
import { createErasureKey, LARGE } from './erasure-key';

const REWRITE = { ...LARGE, mutations_sync: 2 };

/**
 * Removes data of deleted persons of one project, from disk too, and waits for the end. Safe to repeat: rows that an
 * interrupted run has left are found again.
 */
export async function erasePersons(
  clickhouse: ClickHouse,
  topology: Topology,
  teamId: number,
  persons: readonly ErasedPerson[],
): Promise<void> {
  const key = createErasureKey(clickhouse);
  const on = (table: string): string =>
    topology.kind === 'single' ? table : `${table}_local ON CLUSTER '${topology.cluster}'`;
  const erase = (table: string, condition: string, params: Record<string, unknown>) =>
    clickhouse.command(
      `ALTER TABLE ${on(table)} DELETE WHERE team_id = {team:Int64} AND ${condition}`,
      { params: { team: teamId, ...params }, settings: REWRITE },
    );
  const gone = persons.filter(({ version }) => version > 0);
  if (gone.length > 0) {
    const params = {
      persons: gone.map(({ personId }) => personId),
      versions: gone.map(({ version }) => version),
    };
    await erase(
      'person',
      'version < transform(toString(id), {persons:Array(String)}, {versions:Array(UInt64)}, toUInt64(0))',
      params,
    );
    await erase('cohort_people', 'has({persons:Array(String)}, toString(person_id))', params);
    await eraseDistinctIds(gone, key, erase);
    await eraseMentions(clickhouse, teamId, gone, key, erase);
  }
  const recorded = await captured(
    key,
    persons.filter((person) => person.withRecordings),
  );
  if (recorded.ids.length > 0) {
    await erase('session_replay_events', timestampOf(key, 'min_first_timestamp'), recorded);
    await erase('log_entries', timestampOf(key, 'timestamp'), recorded);
  }
  const sent = await captured(
    key,
    persons.filter((person) => person.withEvents),
  );
  if (sent.ids.length > 0) {
    const condition = timestampOf(key, 'created_at');
    await eraseSessions(clickhouse, teamId, { condition, params: sent }, key, erase);
    await erase('events', condition, sent);
  }
}

/** Returns the distinct ids that stored events of the project still have. */
export async function findUsedIds(
  clickhouse: ClickHouse,
  teamId: number,
  distinctIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (distinctIds.length === 0) return new Set();
  const { rows } = await clickhouse.query<[string]>({
    name: 'used_ids_of_erased_persons',
    sql: `SELECT DISTINCT distinct_id FROM events
      WHERE team_id = {team:Int64} AND distinct_id IN {ids:Array(String)}`,
    params: { team: teamId, ids: distinctIds },
    settings: LARGE,
  });
  return new Set(rows.map(([id]) => id));
}

type Erase = (table: string, condition: string, params: Record<string, unknown>) => Promise<void>;

/** Removes the mapping from distinct ids to persons. Overrides stay, because they are needed for events that are kept. */
async function eraseDistinctIds(
  gone: readonly ErasedPerson[],
  key: ErasureKey,
  erase: Erase,
): Promise<void> {
  const condition = `version <= transform(${key.hashOf('distinct_id')}, {ids:Array(String)}, {versions:Array(Int64)}, toInt64(-1))`;
  for (const [table, persons] of [
    ['person_distinct_id', gone],
    ['person_distinct_id_overrides', gone.filter(({ withEvents }) => withEvents)],
  ] as const) {
    const pairs = persons.flatMap(({ distinctIds, distinctIdVersions }) =>
      distinctIds.flatMap((id, index) => {
        const version = distinctIdVersions[index];
        return version === undefined ? [] : [[id, version] as const];
      }),
    );
    if (pairs.length === 0) continue;
    const ids = await key.hash(pairs.map(([id]) => id));
    await erase(table, condition, { ids, versions: pairs.map(([, version]) => version) });
  }
}

interface CapturedIds extends Record<string, unknown> {
  /** Hashes of distinct ids. */
  readonly ids: readonly string[];
  /** For each id, the time in ms up to which its rows are removed. */
  readonly until: readonly number[];
}

async function captured(key: ErasureKey, persons: readonly ErasedPerson[]): Promise<CapturedIds> {
  const pairs = persons.flatMap(({ distinctIds, requestedAt }) =>
    distinctIds.map((id) => [id, requestedAt.getTime()] as const),
  );
  const ids = await key.hash(pairs.map(([id]) => id));
  return { ids, until: pairs.map(([, until]) => until) };
}

function timestampOf(key: ErasureKey, column: string): string {
  return `toUnixTimestamp64Milli(${column}) <= transform(${key.hashOf('distinct_id')}, {ids:Array(String)}, {until:Array(Int64)}, toInt64(-1))`;
}
