import type { PropertyType } from '@tidemark/contracts';
import { sql } from 'kysely';
import type { Database } from '../database';
import type { Page } from '../page';
import type { Description, PropertyDefinition } from './definition';
import { toPropertyDefinition } from './definition';
import { describe } from './describe';
import type {
  ListedPropertyDefinition,
  PropertyDefinitionListQuery,
} from './property-definition-list';
import { listPropertyDefinitions } from './property-definition-list';

export interface PropertyDefinitionChanges extends Partial<Description> {
  /** Null takes the type away; the next value seen gives one again. */
  readonly propertyType?: PropertyType | null;
}

/** Every call names the project: a definition of another one is not found. */
export interface PropertyDefinitionRepository {
  list(
    projectId: number,
    query: PropertyDefinitionListQuery,
  ): Promise<Page<ListedPropertyDefinition>>;
  findById(projectId: number, id: string): Promise<PropertyDefinition | null>;
  /** Those of some events that have ever carried a property. */
  eventsWith(
    projectId: number,
    property: string,
    events: readonly string[],
  ): Promise<ReadonlySet<string>>;
  /** Changes what is given; null when there is no such definition. */
  update(
    projectId: number,
    userId: number,
    id: string,
    changes: PropertyDefinitionChanges,
  ): Promise<PropertyDefinition | null>;
  /** False when there is no such definition. A value of the property brings it back. */
  delete(projectId: number, id: string): Promise<boolean>;
}

export function createPropertyDefinitionRepository(
  database: Database,
): PropertyDefinitionRepository {
  const { db } = database;
  return {
    list: (projectId, query) => listPropertyDefinitions(database, projectId, query),

    async findById(projectId, id) {
      const row = await db
        .selectFrom('property_definitions')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row === undefined ? null : toPropertyDefinition(row);
    },

    async eventsWith(projectId, property, events) {
      const rows = await db
        .selectFrom('event_properties')
        .select('event')
        .where('project_id', '=', projectId)
        .where('property', '=', property)
        .where(sql<boolean>`event = ANY (${[...events]}::text[])`)
        .execute();
      return new Set(rows.map(({ event }) => event));
    },

    async update(projectId, userId, id, { propertyType, ...changes }) {
      const row = await db
        .updateTable('property_definitions')
        .set({
          ...describe(userId, changes),
          ...(propertyType !== undefined && {
            property_type: propertyType,
            is_numerical: propertyType === 'Numeric',
          }),
        })
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? null : toPropertyDefinition(row);
    },

    async delete(projectId, id) {
      const { numDeletedRows } = await db
        .deleteFrom('property_definitions')
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
