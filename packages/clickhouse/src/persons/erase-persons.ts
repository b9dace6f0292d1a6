import { randomUUID } from 'node:crypto';
import type { ClickHouse } from '../clickhouse';
import { addToSessions } from '../migrations/0003-sessions';
import type { Topology } from '../migrations/topology';
import { stringLiteral } from '../string-literal';

/** A deleted person of a project, and what of its data goes. */
export interface ErasedPerson {
  readonly personId: string;
  /** Of its tombstone: older rows of the person go. */
  readonly version: number;
  readonly distinctIds: readonly string[];
  readonly withEvents: boolean;
  readonly withRecordings: boolean;
  /** What was captured later stays. */
  readonly requestedAt: Date;
}

/** The ids are bound parameters; the engine's default bound is 256 KiB. */
const LARGE = { max_query_size: 64 * 1024 * 1024 };
const REWRITE = { ...LARGE, mutations_sync: 2 };

/**
 * Removes data of deleted persons of one project, from disk too, and waits for it. It may be repeated: what
 * a run that died has left is found again.
 */
export async function erasePersons(
  clickhouse: ClickHouse,
  topology: Topology,
  teamId: number,
  persons: readonly ErasedPerson[],
): Promise<void> {
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
  }
  const recorded = captured(persons.filter((person) => person.withRecordings));
  if (recorded.ids.length > 0) {
    const before = momentOf('min_first_timestamp');
    await erase('session_replay_events', before, recorded);
    await erase('log_entries', momentOf('timestamp'), recorded);
  }
  const sent = captured(persons.filter((person) => person.withEvents));
  if (sent.ids.length > 0) {
    await eraseSessions(clickhouse, teamId, sent, erase);
    await erase('events', momentOf('created_at'), sent);
  }
}

interface CapturedIds extends Record<string, unknown> {
  readonly ids: readonly string[];
  /** Milliseconds up to which each id's rows go. */
  readonly until: readonly number[];
}

function captured(persons: readonly ErasedPerson[]): CapturedIds {
  const pairs = persons.flatMap(({ distinctIds, requestedAt }) =>
    distinctIds.map((id) => [id, requestedAt.getTime()] as const),
  );
  return { ids: pairs.map(([id]) => id), until: pairs.map(([, until]) => until) };
}

function momentOf(column: string): string {
  return `has({ids:Array(String)}, distinct_id)
    AND toUnixTimestamp64Milli(${column}) <= transform(distinct_id, {ids:Array(String)}, {until:Array(Int64)}, toInt64(-1))`;
}

type Erase = (table: string, condition: string, params: Record<string, unknown>) => Promise<void>;

/**
 * Sessions are sums, from which nothing can be taken: those with events that go are made anew of the events
 * that stay. While the events are still there, so that a run that dies in between is repeated.
 */
async function eraseSessions(
  clickhouse: ClickHouse,
  teamId: number,
  sent: CapturedIds,
  erase: Erase,
): Promise<void> {
  const { rows } = await clickhouse.query<[string]>({
    name: 'sessions_of_erased_persons',
    sql: `SELECT DISTINCT toString(accurateCastOrNull(\`$session_id\`, 'UUID')) AS session FROM events
      WHERE team_id = {team:Int64} AND ${momentOf('created_at')} AND session IS NOT NULL`,
    params: { team: teamId, ...sent },
    settings: LARGE,
  });
  if (rows.length === 0) return;
  const sessions = rows.map(([session]) => session);
  await erase('raw_sessions', 'has({sessions:Array(String)}, toString(session_id_v7))', {
    sessions,
  });
  const list = `(${sessions.map(stringLiteral).join(', ')})`;
  await clickhouse.command(
    addToSessions(`(SELECT * FROM events WHERE team_id = {team:Int64}
      AND toString(accurateCastOrNull(\`$session_id\`, 'UUID')) IN ${list}
      AND NOT (${momentOf('created_at')}))`),
    {
      params: { team: teamId, ...sent },
      // What is the same as an earlier insert has just been deleted.
      settings: { ...LARGE, insert_deduplication_token: randomUUID() },
    },
  );
}
