import type { UsageResource } from '@tidemark/contracts';
import { sql } from 'kysely';
import type { Writer } from '../activity-log/unit-of-work';
import type { Database } from '../database';
import type { UsageLog } from '../schema';
import type { LogPosition } from './log-position';
import { afterPosition, positionText } from './log-position';

/** A number of uses of one project on one day. */
export interface UsageCount {
  readonly projectId: number;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly resource: UsageResource;
  readonly count: number;
}

/** A record of the ingest log that counts as one use. */
export interface CountedRecord extends Omit<UsageCount, 'count'> {
  readonly partition: number;
  readonly position: LogPosition;
}

/**
 * Counts each record of an ingest log once: records up to the last counted position of their partition are skipped.
 * The records of a partition must be in order.
 */
export async function countRecords(
  { db }: Pick<Database, 'db'>,
  log: UsageLog,
  records: readonly CountedRecord[],
): Promise<void> {
  if (records.length === 0) return;
  await db.transaction().execute(async (tx) => {
    const positions = await lockedPositions(tx, log, records);
    const isAfter = new Map([...positions].map(([key, text]) => [key, afterPosition(text)]));
    const fresh = records.filter(
      ({ partition, position }) => isAfter.get(partition)?.(position) ?? true,
    );
    if (fresh.length === 0) return;
    const last = new Map(fresh.map(({ partition, position }) => [partition, position]));
    for (const [partition, position] of last) positions.set(partition, positionText(position));
    await sql`
      UPDATE usage_positions p SET position = n.position
      FROM unnest(${[...positions.keys()]}::int[], ${[...positions.values()]}::text[])
        AS n (partition, position)
      WHERE p.log = ${log} AND p.partition = n.partition`.execute(tx);
    await addUsage(tx, summed(fresh));
  });
}

/** Reads and locks the counted positions of the records' partitions until the transaction ends. */
async function lockedPositions(
  tx: Writer,
  log: UsageLog,
  records: readonly CountedRecord[],
): Promise<Map<number, string>> {
  const partitions = [...new Set(records.map(({ partition }) => partition))].sort((a, b) => a - b);
  await sql`
    INSERT INTO usage_positions (log, partition, position)
    SELECT ${log}, unnest(${partitions}::int[]), '' ON CONFLICT DO NOTHING`.execute(tx);
  const rows = await tx
    .selectFrom('usage_positions')
    .select(['partition', 'position'])
    .where('log', '=', log)
    .where('partition', 'in', partitions)
    .orderBy('partition')
    .forUpdate()
    .execute();
  return new Map(rows.map(({ partition, position }) => [partition, position]));
}

/** A session with recorded data. */
export interface RecordedSession {
  readonly projectId: number;
  readonly sessionId: string;
}

/**
 * Counts recordings, each session once.
 * @param day the day for which they are counted, `YYYY-MM-DD`, UTC
 */
export async function countRecordings(
  { db }: Pick<Database, 'db'>,
  day: string,
  sessions: readonly RecordedSession[],
): Promise<void> {
  if (sessions.length === 0) return;
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ readonly projectId: number }>`
      INSERT INTO usage_recordings (project_id, session_hash, day)
      SELECT DISTINCT project_id, hashtextextended(session_id, 0) AS session_hash, ${day}::date
      FROM unnest(
        ${sessions.map(({ projectId }) => projectId)}::int[],
        ${sessions.map(({ sessionId }) => sessionId)}::text[]
      ) AS s (project_id, session_id)
      ORDER BY project_id, session_hash
      ON CONFLICT DO NOTHING
      RETURNING project_id AS "projectId"`.execute(tx);
    const counted = rows.map(({ projectId }) => ({ projectId, day, resource: RECORDINGS }));
    await addUsage(tx, summed(counted));
  });
}

const RECORDINGS = 'recordings' as const;

/** Deletes the sessions that were counted before a day; a session lasts at most one day. */
export async function forgetCountedSessions(
  { db }: Pick<Database, 'db'>,
  before: string,
): Promise<void> {
  await sql`DELETE FROM usage_recordings WHERE day < ${before}::date`.execute(db);
}

function summed(records: readonly Omit<UsageCount, 'count'>[]): readonly UsageCount[] {
  const counts = new Map<string, UsageCount>();
  for (const { projectId, day, resource } of records) {
    const key = `${projectId} ${day} ${resource}`;
    const count = (counts.get(key)?.count ?? 0) + 1;
    counts.set(key, { projectId, day, resource, count });
  }
  return [...counts.values()];
}

/** Adds counts to the stored usage. */
export async function addUsage(db: Writer, counts: readonly UsageCount[]): Promise<void> {
  if (counts.length === 0) return;
  // Sorted, so that two transactions lock rows in the same order and cannot deadlock.
  const sorted = counts.toSorted(
    (a, b) => a.projectId - b.projectId || compare(a.day, b.day) || compare(a.resource, b.resource),
  );
  await sql`
    INSERT INTO usage_days (project_id, day, resource, count)
    SELECT * FROM unnest(
      ${sorted.map(({ projectId }) => projectId)}::int[],
      ${sorted.map(({ day }) => day)}::date[],
      ${sorted.map(({ resource }) => resource)}::text[],
      ${sorted.map(({ count }) => count)}::bigint[]
    )
    ON CONFLICT (project_id, day, resource)
    DO UPDATE SET count = usage_days.count + excluded.count`.execute(db);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
