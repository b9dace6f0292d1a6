import type { Reader } from '../activity-log/unit-of-work';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import type { ChangeRequestTable } from '../schema';
import type { Selectable } from 'kysely';
import type { ChangeRequest } from './change-request';
import { toChangeRequest } from './change-request';

export interface ChangeRequestQuery {
  readonly states?: readonly string[];
  readonly actionKey?: string;
  readonly createdById?: number;
  readonly flagId?: number;
  readonly flagKey?: string;
  readonly now: Date;
  readonly page: PageRequest;
}

/** The change requests of a project that match the query, newest first. */
export async function listChangeRequests(
  db: Reader,
  projectId: number,
  query: ChangeRequestQuery,
): Promise<Page<ChangeRequest>> {
  const { states, actionKey, createdById, flagId, flagKey, now, page } = query;
  const matches = db
    .selectFrom('change_requests')
    .where('project_id', '=', projectId)
    .$if(states !== undefined, (q) =>
      q.where((e) => {
        const wanted = new Set(states);
        const isOver = e.and([e('state', '=', 'pending'), e('expires_at', '<=', now)]);
        const isOpen = e.and([e('state', '=', 'pending'), e('expires_at', '>', now)]);
        const others = [...wanted].filter((state) => state !== 'pending' && state !== 'expired');
        return e.or([
          ...(wanted.has('pending') ? [isOpen] : []),
          ...(wanted.has('expired') ? [isOver] : []),
          ...others.map((state) => e('state', '=', state)),
        ]);
      }),
    )
    .$if(actionKey !== undefined, (q) => q.where('action_key', '=', actionKey ?? ''))
    .$if(createdById !== undefined, (q) => q.where('created_by_id', '=', createdById ?? 0))
    .$if(flagId !== undefined, (q) => q.where('flag_id', '=', flagId ?? 0))
    .$if(flagKey !== undefined, (q) => q.where('flag_key', '=', flagKey ?? ''));
  const ordered = matches.selectAll().orderBy('created_at', 'desc').orderBy('id');
  const found = await readPage(matches, ordered, page, (row) => row);
  return { count: found.count, rows: await withNotes(db, projectId, found.rows) };
}

/** A change request of the project; null if there is none with this id. */
export async function selectChangeRequest(
  db: Reader,
  projectId: number,
  id: string,
): Promise<ChangeRequest | null> {
  const rows = await db
    .selectFrom('change_requests')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .execute();
  return (await withNotes(db, projectId, rows))[0] ?? null;
}

/** Adds decisions, comments, and whether the flags have changed since the requests. */
async function withNotes(
  db: Reader,
  projectId: number,
  rows: readonly Selectable<ChangeRequestTable>[],
): Promise<ChangeRequest[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const notes = await db
    .selectFrom('change_request_notes')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('change_request_id', 'in', ids)
    .orderBy('created_at')
    .execute();
  const flagIds = rows.map(({ flag_id: id }) => id).filter((id) => id !== null);
  const flags =
    flagIds.length === 0
      ? []
      : await db
          .selectFrom('feature_flags')
          .select(['id', 'version'])
          .where('project_id', '=', projectId)
          .where('id', 'in', flagIds)
          .execute();
  const versions = new Map(flags.map(({ id, version }) => [id, version]));
  return rows.map((row) => {
    const own = notes.filter(({ change_request_id: id }) => id === row.id);
    const request = toChangeRequest(row, own);
    const isBehind =
      row.state === 'pending' &&
      row.flag_id !== null &&
      versions.get(row.flag_id) !== row.flag_version;
    return isBehind ? { ...request, isStale: true } : request;
  });
}
