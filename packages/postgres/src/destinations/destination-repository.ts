import type { DestinationType } from '@tidemark/contracts';
import { sql } from 'kysely';
import type { ProjectAuthor } from '../activity-log/history';
import type { Reader, ResourceDatabase } from '../activity-log/unit-of-work';
import { defined } from '../defined';
import { likePattern } from '../like-pattern';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import type { Destination, DestinationFields } from './destination';
import { toDestination } from './destination';
import { DESTINATION_HISTORY } from './destination-history';
import { resumeDestination } from './resume-destination';

/** Which destinations are listed. */
export interface DestinationQuery {
  readonly types: readonly DestinationType[];
  readonly enabled?: boolean | undefined;
  readonly createdById?: number | undefined;
  /** A part of the name or the description. */
  readonly search?: string | undefined;
  /** Those that receive one of these actions. */
  readonly actionIds?: readonly string[] | undefined;
  readonly page: PageRequest;
}

/** The health of a destination. */
export interface DestinationHealth {
  /** The number of successive failed attempts. */
  readonly failures: number;
  readonly failingSince: Date | null;
  /** The time until which deliveries are paused; null if they are not paused. */
  readonly openUntil: Date | null;
  readonly latestError: string | null;
}

/**
 * Stores the destinations of projects. Every method takes the project id and does not find destinations of other
 * projects.
 */
export interface DestinationRepository {
  /** Destinations that are not deleted, oldest first. */
  list(projectId: number, query: DestinationQuery): Promise<Page<Destination>>;
  find(
    projectId: number,
    id: string,
    options?: { readonly withDeleted: boolean },
  ): Promise<Destination | null>;
  /** All destinations that are not deleted, to find those that refer to actions. */
  listLive(projectId: number): Promise<readonly Destination[]>;
  /** Null if there is already one with this id. */
  create(by: ProjectAuthor, id: string, fields: DestinationFields): Promise<Destination | null>;
  /** Changes the given fields; deleted destinations are included on request. Null if the destination does not exist. */
  update(
    by: ProjectAuthor,
    id: string,
    fields: Partial<DestinationFields>,
    options: { readonly withDeleted: boolean },
  ): Promise<Destination | null>;
  /** By id; healthy destinations are left out. */
  health(ids: readonly string[]): Promise<ReadonlyMap<string, DestinationHealth>>;
}

export function createDestinationRepository({
  db,
  change,
}: ResourceDatabase): DestinationRepository {
  const live = (projectId: number) =>
    db
      .selectFrom('destinations')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('deleted', '=', false);

  return {
    list(projectId, { types, enabled, createdById, search, actionIds, page }) {
      const pattern = likePattern(search ?? '');
      const matches = live(projectId)
        .where('type', 'in', [...types])
        .$if(enabled !== undefined, (q) => q.where('enabled', '=', enabled ?? true))
        .$if(createdById !== undefined, (q) => q.where('created_by_id', '=', createdById ?? 0))
        .$if(search !== undefined, (q) =>
          q.where((e) => e.or([e('name', 'ilike', pattern), e('description', 'ilike', pattern)])),
        )
        .$if(actionIds !== undefined, (q) => q.where(receivesAction(actionIds ?? [])));
      return readPage(matches, matches.orderBy('created_at').orderBy('id'), page, toDestination);
    },

    find: (projectId, id, options) => findDestination(db, projectId, id, options),

    async listLive(projectId) {
      const rows = await live(projectId).orderBy('created_at').orderBy('id').execute();
      return rows.map(toDestination);
    },

    create: (by, id, fields) =>
      change(DESTINATION_HISTORY, by, async (tx, entry) => {
        const row = await tx
          .insertInto('destinations')
          .values({
            ...columnsOf(fields),
            id,
            project_id: by.projectId,
            template_id: fields.templateId,
            created_by_id: by.userId,
          })
          .onConflict((conflict) => conflict.doNothing())
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return { result: null, entries: [] };
        const result = toDestination(row);
        return { result, entries: [entry(null, result)] };
      }),

    update: (by, id, fields, options) =>
      change(DESTINATION_HISTORY, by, async (tx, entry) => {
        const before = await findDestination(tx, by.projectId, id, options);
        if (before === null) return { result: null, entries: [] };
        const row = await tx
          .updateTable('destinations')
          .set({ ...columnsOf(fields), updated_at: sql<Date>`now()` })
          .where('project_id', '=', by.projectId)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        const after = toDestination(row);
        const hasNewSecrets =
          fields.secretInputs !== undefined && fields.secretInputs !== before.secretInputs;
        const details = hasNewSecrets ? { secret: ['inputs'] } : {};
        const hasNewInputs = fields.inputs !== undefined || hasNewSecrets;
        if (hasNewInputs || (after.enabled && !before.enabled)) {
          await resumeDestination(tx, by.projectId, id);
        }
        return { result: after, entries: [entry(before, after, details)] };
      }),

    async health(ids) {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('destination_health')
        .selectAll()
        .where('destination_id', 'in', [...ids])
        .where('failures', '>', 0)
        .execute();
      return new Map(
        rows.map((row) => [
          row.destination_id,
          {
            failures: row.failures,
            failingSince: row.failing_since,
            openUntil: row.open_until,
            latestError: row.latest_error,
          },
        ]),
      );
    },
  };
}

async function findDestination(
  db: Reader,
  projectId: number,
  id: string,
  { withDeleted } = { withDeleted: false },
): Promise<Destination | null> {
  const row = await db
    .selectFrom('destinations')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .$if(!withDeleted, (q) => q.where('deleted', '=', false))
    .executeTakeFirst();
  return row === undefined ? null : toDestination(row);
}

/** Postgres cannot read filters with NUL or half of a surrogate pair; these match no event. */
function receivesAction(ids: readonly string[]) {
  return sql<boolean>`CASE WHEN filters::text ~* '\\\\u(0000|d[89a-f])' THEN false ELSE EXISTS (
    SELECT 1 FROM json_array_elements(coalesce(filters -> 'actions', '[]')) AS one (action)
    WHERE action ->> 'id' = ANY(${[...ids]}::text[])) END`;
}

function columnsOf(fields: Partial<DestinationFields>) {
  return defined({
    type: fields.type,
    name: fields.name,
    description: fields.description,
    enabled: fields.enabled,
    deleted: fields.deleted,
    template_id: fields.templateId,
    icon_url: fields.iconUrl,
    ordered: fields.ordered,
    inputs: fields.inputs && JSON.stringify(fields.inputs),
    secret_inputs: fields.secretInputs,
    filters: fields.filters && JSON.stringify(fields.filters),
  });
}
