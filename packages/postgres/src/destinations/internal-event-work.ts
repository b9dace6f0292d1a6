import type { UserBasic } from '@tidemark/contracts';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../database';
import type { NewDelivery } from './record-deliveries';
import { recordDeliveries } from './record-deliveries';
import type { SourceDefinition } from './source-reader';
import type { Schema } from '../schema';

/** An internal event of a project, for destinations. */
export interface InternalEvent {
  readonly id: string;
  readonly projectId: number;
  readonly event: string;
  /** The user who made the change; null if no user did, or the user was removed. */
  readonly user: UserBasic | null;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
}

/** The destinations for internal events, by project. */
export type InternalSources = ReadonlyMap<number, readonly SourceDefinition[]>;

/** The operations of the delivery services on internal events. */
export interface InternalEventWork {
  /**
   * Claims events that were not matched yet, the oldest first, and records their deliveries in one transaction.
   * @returns the number of events; less than `limit` if there are no more
   */
  match(
    limit: number,
    deliveriesOf: (event: InternalEvent, sources: InternalSources) => readonly NewDelivery[],
  ): Promise<number>;
  /** By id; removed events are missing. */
  read(projectId: number, ids: readonly string[]): Promise<ReadonlyMap<string, InternalEvent>>;
  /**
   * Removes matched events that were created before `unreceivedBefore` and have no delivery, or before `before`.
   * @returns their number
   */
  prune(unreceivedBefore: Date, before: Date): Promise<number>;
  /** The number of events that were not matched yet, for metrics. */
  countWaiting(): Promise<number>;
}

const ROWS_AT_ONCE = 5_000;

export function createInternalEventWork({ db }: Database): InternalEventWork {
  return {
    match: (limit, deliveriesOf) =>
      db.transaction().execute(async (tx) => {
        const { rows: claimed } = await sql<{ id: string }>`
          SELECT id FROM internal_events WHERE matched_at IS NULL
          ORDER BY created_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(tx);
        if (claimed.length === 0) return 0;
        const events = await readEvents(
          tx,
          claimed.map(({ id }) => id),
        );
        const sources = await readSources(tx, [
          ...new Set(events.map(({ projectId }) => projectId)),
        ]);
        const made = events.map((event) => deliveriesOf(event, sources));
        await recordDeliveries({ db: tx }, made.flat(), { isCounted: false });
        await sql`
          UPDATE internal_events e SET matched_at = now(), deliveries = m.deliveries
          FROM unnest(${events.map(({ id }) => id)}::uuid[],
            ${made.map(({ length }) => length)}::int[]) AS m (id, deliveries)
          WHERE e.id = m.id`.execute(tx);
        return claimed.length;
      }),

    async read(projectId, ids) {
      const events = ids.length === 0 ? [] : await readEvents(db, ids);
      return new Map(
        events.filter((event) => event.projectId === projectId).map((event) => [event.id, event]),
      );
    },

    async prune(unreceivedBefore, before) {
      const { numAffectedRows } = await sql`
        DELETE FROM internal_events WHERE id IN (SELECT id FROM internal_events
          WHERE matched_at IS NOT NULL AND created_at < ${unreceivedBefore}
            AND (deliveries = 0 OR created_at < ${before}) LIMIT ${ROWS_AT_ONCE})`.execute(db);
      return Number(numAffectedRows ?? 0n);
    },

    async countWaiting() {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*) AS count FROM internal_events WHERE matched_at IS NULL`.execute(db);
      return rows[0]?.count ?? 0;
    },
  };
}

type Connection = Pick<Kysely<Schema>, 'selectFrom' | 'getExecutor'>;

async function readEvents(
  db: Connection,
  ids: readonly string[],
): Promise<readonly InternalEvent[]> {
  const rows = await db
    .selectFrom('internal_events as e')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .select(['e.id', 'e.project_id', 'e.event', 'e.properties', 'e.created_at', 'e.user_id'])
    .select(['u.uuid', 'u.distinct_id', 'u.first_name', 'u.last_name', 'u.email'])
    .select(['u.is_email_verified', 'u.hedgehog_config', 'u.role_at_organization'])
    .where('e.id', 'in', [...ids])
    .orderBy('e.created_at')
    .orderBy('e.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    projectId: row.project_id,
    event: row.event,
    properties: row.properties,
    createdAt: row.created_at,
    user:
      row.user_id === null || row.uuid === null
        ? null
        : {
            id: row.user_id,
            uuid: row.uuid,
            distinct_id: row.distinct_id,
            first_name: row.first_name ?? '',
            last_name: row.last_name ?? '',
            email: row.email ?? '',
            is_email_verified: row.is_email_verified,
            hedgehog_config: row.hedgehog_config ?? {},
            role_at_organization: row.role_at_organization,
          },
  }));
}

async function readSources(
  db: Connection,
  projectIds: readonly number[],
): Promise<InternalSources> {
  const rows = await db
    .selectFrom('destinations')
    .select(['id', 'project_id', 'filters'])
    .where('project_id', 'in', [...projectIds])
    .where('type', '=', 'internal_destination')
    .where('enabled', '=', true)
    .where('deleted', '=', false)
    .orderBy('id')
    .execute();
  const sources = new Map<number, SourceDefinition[]>();
  for (const { id, project_id: projectId, filters } of rows) {
    const ofProject = sources.get(projectId) ?? [];
    ofProject.push({ destinationId: id, actionId: null, filters });
    sources.set(projectId, ofProject);
  }
  return sources;
}
