import type { ClickHouse } from '../clickhouse';
import type { Topology } from '../migrations/topology';
import { stringLiteral } from '../string-literal';

/** One deletion of events of a project. */
export interface Deletion {
  readonly teamId: number;
  /** UUID. */
  readonly id: string;
}

/** An event that a deletion has found. */
export interface FoundEvent {
  readonly uuid: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
}

const COLUMNS = ['team_id', 'deletion_id', 'uuid', 'timestamp', 'session_id'];
/** The lists of ids are literals in the statement, for which the engine's default limit is 256 KiB. */
const LARGE = { max_query_size: 64 * 1024 * 1024 };
const BEHIND =
  '(toDate(timestamp) > {day:Date} OR (toDate(timestamp) = {day:Date} AND uuid > {after:UUID}))';
const OF_DELETION = 'team_id = {team:Int64} AND deletion_id = {deletion:UUID}';

/** Records events that will be deleted, so that they are not stored again. Safe to repeat. */
export async function noteDeletedEvents(
  clickhouse: ClickHouse,
  { teamId, id }: Deletion,
  events: readonly {
    readonly uuid: string;
    /** Microseconds since the epoch, as text. */
    readonly micros: string;
    readonly sessionId: string;
  }[],
): Promise<void> {
  const rows = events.map(({ uuid, micros, sessionId }) => ({
    ...{ team_id: teamId, deletion_id: id, uuid },
    // The engine reads a text with a decimal point as seconds, and a number as units of the column.
    ...{ timestamp: secondsOf(micros), session_id: sessionId },
  }));
  await clickhouse.insertJsonEachRow('deleted_events', rows, { columns: COLUMNS });
}

function secondsOf(micros: string): string {
  const digits = micros.padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

/** Returns the number of events that a deletion has recorded. */
export async function countNotedEvents(
  clickhouse: ClickHouse,
  { teamId, id }: Deletion,
): Promise<number> {
  const { rows } = await clickhouse.query<[string | number]>({
    name: 'noted_events',
    sql: `SELECT count() FROM (SELECT 1 FROM deleted_events WHERE ${OF_DELETION}
      GROUP BY toDate(timestamp), uuid)`,
    params: { team: teamId, deletion: id },
  });
  return Number(rows[0]?.[0] ?? 0);
}

/** Returns the next recorded events of a deletion after `after`, by day and uuid. */
export async function listNotedEvents(
  clickhouse: ClickHouse,
  { teamId, id }: Deletion,
  after: FoundEvent | null,
  limit: number,
): Promise<readonly FoundEvent[]> {
  const { rows } = await clickhouse.query<[day: string, uuid: string]>({
    name: 'noted_events_page',
    // In the order of the table's key, so that a page reads what it returns.
    sql: `SELECT DISTINCT toDate(timestamp), uuid FROM deleted_events
      WHERE ${OF_DELETION} ${after === null ? '' : `AND ${BEHIND}`}
      ORDER BY toDate(timestamp), uuid LIMIT {limit:UInt64}`,
    params: {
      ...{ team: teamId, deletion: id, limit },
      ...(after !== null && { day: after.day, after: after.uuid }),
    },
  });
  return rows.map(([day, uuid]) => ({ day, uuid }));
}

/** Returns the next session ids of a deletion's events after `after`, in their order. */
export async function listNotedSessions(
  clickhouse: ClickHouse,
  { teamId, id }: Deletion,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await clickhouse.query<[session: string]>({
    name: 'noted_sessions_page',
    sql: `SELECT DISTINCT session_id FROM deleted_events
      WHERE ${OF_DELETION} AND session_id > {after:String} AND toUUIDOrNull(session_id) IS NOT NULL
      ORDER BY session_id LIMIT {limit:UInt64}`,
    params: { team: teamId, deletion: id, after, limit },
  });
  return rows.map(([session]) => session);
}

/** Removes the records of the events after `after`, which then stay stored; null removes all records. */
export async function forgetNotedEvents(
  clickhouse: ClickHouse,
  topology: Topology,
  { teamId, id }: Deletion,
  after: FoundEvent | null,
): Promise<void> {
  await clickhouse.command(
    `DELETE FROM ${tableOf('deleted_events', topology)} WHERE ${OF_DELETION}
      ${after === null ? '' : `AND ${BEHIND}`}`,
    {
      params: {
        ...{ team: teamId, deletion: id },
        ...(after !== null && { day: after.day, after: after.uuid }),
      },
    },
  );
}

/**
 * Deletes events of a project with a lightweight delete. When it resolves, no query returns the events; the engine
 * removes them from disk when it merges their parts. Safe to repeat.
 *
 * @param events ordered by day
 */
export async function deleteEvents(
  clickhouse: ClickHouse,
  topology: Topology,
  teamId: number,
  events: readonly FoundEvent[],
): Promise<void> {
  const [first, last] = [events.at(0), events.at(-1)];
  if (first === undefined || last === undefined) return;
  await clickhouse.command(
    `DELETE FROM ${tableOf('events', topology)} WHERE team_id = {team:Int64}
      AND toDate(timestamp) >= {first:Date} AND toDate(timestamp) <= {last:Date}
      AND uuid IN (${events.map(({ uuid }) => stringLiteral(uuid)).join(', ')})`,
    { params: { team: teamId, first: first.day, last: last.day }, settings: LARGE },
  );
}

function tableOf(name: string, topology: Topology): string {
  return topology.kind === 'single' ? name : `${name}_local ON CLUSTER '${topology.cluster}'`;
}
