import { sql } from 'kysely';
import type { ProjectAuthor } from '../activity-log/history';
import { createOwnedRows } from '../activity-log/owned-rows';
import type { ResourceDatabase } from '../activity-log/unit-of-work';
import { defined } from '../defined';
import type { Page } from '../page';
import type { Description, EventDefinition } from './definition';
import { toEventDefinition } from './definition';
import { EVENT_DEFINITION_HISTORY } from './definition-history';
import { describe } from './describe';
import type { EventDefinitionListQuery } from './event-definition-list';
import { listEventDefinitions } from './event-definition-list';
import type { EventShape, EventShapeQuery } from './event-shapes';
import { listEventShapes } from './event-shapes';

export interface EventDefinitionChanges extends Partial<Description> {
  readonly ownerId?: number | null;
  readonly primaryProperty?: string | null;
}

/** A definition before and after a change; equal if nothing was to be changed. */
export interface DefinitionUpdate {
  readonly before: EventDefinition;
  readonly after: EventDefinition;
}

/** Stores event definitions. Every method takes the project id and does not find definitions of other projects. */
export interface EventDefinitionRepository {
  list(projectId: number, query: EventDefinitionListQuery): Promise<Page<EventDefinition>>;
  findById(projectId: number, id: string): Promise<EventDefinition | null>;
  findByName(projectId: number, name: string): Promise<EventDefinition | null>;
  /** The events with their properties, for code that captures them. */
  shapes(projectId: number, query: EventShapeQuery): Promise<readonly EventShape[]>;
  /** The primary properties of the events that have one, by the names of the events; without names, of all. */
  primaryProperties(
    projectId: number,
    names: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;
  /** Those of the given names that the project has received or defined. */
  knownNames(projectId: number, names: readonly string[]): Promise<ReadonlySet<string>>;
  /** Null if there is already a definition with this name. */
  create(
    by: ProjectAuthor,
    name: string,
    fields: EventDefinitionChanges,
  ): Promise<EventDefinition | null>;
  /** Changes the given fields; null if there is no such definition. */
  update(
    by: ProjectAuthor,
    id: string,
    changes: EventDefinitionChanges,
  ): Promise<EventDefinition | null>;
  /** Changes many definitions in one transaction; returns the existing ones as they were and as they are, by id. */
  updateMany(
    by: ProjectAuthor,
    ids: readonly string[],
    changesOf: (definition: EventDefinition) => EventDefinitionChanges,
  ): Promise<readonly DefinitionUpdate[]>;
  /** Deletes a definition; a later event with its name creates it again. False if there is no such definition. */
  delete(by: ProjectAuthor, id: string): Promise<boolean>;
}

export function createEventDefinitionRepository({
  db,
  change,
}: ResourceDatabase): EventDefinitionRepository {
  const definitions = createOwnedRows(change, {
    name: 'event_definitions',
    history: EVENT_DEFINITION_HISTORY,
    toThing: toEventDefinition,
  });
  return {
    list: (projectId, query) => listEventDefinitions(db, projectId, query),

    findById: (projectId, id) => definitions.find(db, projectId, id),

    shapes: (projectId, query) => listEventShapes(db, projectId, query),

    async findByName(projectId, name) {
      const row = await db
        .selectFrom('event_definitions')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('name', '=', name)
        .executeTakeFirst();
      return row === undefined ? null : toEventDefinition(row);
    },

    async primaryProperties(projectId, names) {
      let rows = db
        .selectFrom('event_definitions')
        .select(['name', 'primary_property'])
        .where('project_id', '=', projectId)
        .where('primary_property', 'is not', null)
        .$narrowType<{ primary_property: string }>();
      if (names.length > 0) rows = rows.where(sql<boolean>`name = ANY (${[...names]}::text[])`);
      const found = await rows.orderBy('name').execute();
      return new Map(found.map((row) => [row.name, row.primary_property]));
    },

    create: (by, name, fields) =>
      change(EVENT_DEFINITION_HISTORY, by, async (tx, entry) => {
        const { projectId, userId } = by;
        const row = await tx
          .insertInto('event_definitions')
          .values({
            ...columnsOf(userId, fields),
            ...(fields.verified === true && {
              verified_at: sql<Date>`now()`,
              verified_by_id: userId,
            }),
            project_id: projectId,
            name,
            created_by_id: userId,
          })
          .onConflict((conflict) => conflict.doNothing())
          .returningAll()
          .executeTakeFirst();
        const result = row === undefined ? null : toEventDefinition(row);
        return { result, entries: [entry(null, result)] };
      }),

    async knownNames(projectId, names) {
      if (names.length === 0) return new Set();
      const rows = await db
        .selectFrom('event_definitions')
        .select('name')
        .where('project_id', '=', projectId)
        .where('name', 'in', names)
        .execute();
      return new Set(rows.map((row) => row.name));
    },

    update: (by, id, changes) =>
      definitions.update(by, by.projectId, id, columnsOf(by.userId, changes)),

    updateMany: (by, ids, changesOf) => updateDefinitions(change, by, ids, changesOf),

    delete: (by, id) => definitions.delete(by, by.projectId, id),
  };
}

async function updateDefinitions(
  change: ResourceDatabase['change'],
  by: ProjectAuthor,
  ids: readonly string[],
  changesOf: (definition: EventDefinition) => EventDefinitionChanges,
): Promise<readonly DefinitionUpdate[]> {
  return change(EVENT_DEFINITION_HISTORY, by, async (tx, entry) => {
    const rows = await tx
      .selectFrom('event_definitions')
      .selectAll()
      .where('project_id', '=', by.projectId)
      .where(sql<boolean>`id = ANY (${ids}::uuid[])`)
      .orderBy('id')
      .forUpdate()
      .execute();
    const updates: DefinitionUpdate[] = [];
    for (const before of rows.map(toEventDefinition)) {
      const changes = changesOf(before);
      if (Object.keys(changes).length === 0) {
        updates.push({ before, after: before });
        continue;
      }
      const row = await tx
        .updateTable('event_definitions')
        .set(columnsOf(by.userId, changes))
        .where('project_id', '=', by.projectId)
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      updates.push({ before, after: toEventDefinition(row) });
    }
    return { result: updates, entries: updates.map(({ before, after }) => entry(before, after)) };
  });
}

function columnsOf(
  userId: number | null,
  { ownerId, primaryProperty, ...changes }: EventDefinitionChanges,
) {
  return {
    ...describe(userId, changes),
    ...defined({ owner_id: ownerId, primary_property: primaryProperty }),
  };
}
