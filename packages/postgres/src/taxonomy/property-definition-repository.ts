import type { PropertyType } from '@tidemark/contracts';
import { sql } from 'kysely';
import type { ProjectAuthor } from '../activity-log/history';
import { createOwnedRows } from '../activity-log/owned-rows';
import type { ResourceDatabase } from '../activity-log/unit-of-work';
import type { Page } from '../page';
import type { Description, PropertyDefinition } from './definition';
import { toPropertyDefinition } from './definition';
import { PROPERTY_DEFINITION_HISTORY } from './definition-history';
import { describe } from './describe';
import type {
  ListedPropertyDefinition,
  PropertyDefinitionListQuery,
} from './property-definition-list';
import { listPropertyDefinitions } from './property-definition-list';

export interface PropertyDefinitionChanges extends Partial<Description> {
  /** Null removes the type; the next value sets it again. */
  readonly propertyType?: PropertyType | null;
}

/** Stores property definitions. Every method takes the project id and does not find definitions of other projects. */
export interface PropertyDefinitionRepository {
  list(
    projectId: number,
    query: PropertyDefinitionListQuery,
  ): Promise<Page<ListedPropertyDefinition>>;
  findById(projectId: number, id: string): Promise<PropertyDefinition | null>;
  /** Those of the given events that have ever had the property. */
  eventsWith(
    projectId: number,
    property: string,
    events: readonly string[],
  ): Promise<ReadonlySet<string>>;
  /** Changes the given fields; null if there is no such definition. */
  update(
    by: ProjectAuthor,
    id: string,
    changes: PropertyDefinitionChanges,
  ): Promise<PropertyDefinition | null>;
  /** Deletes a definition; a later value of the property creates it again. False if there is no such definition. */
  delete(by: ProjectAuthor, id: string): Promise<boolean>;
}

export function createPropertyDefinitionRepository({
  db,
  change,
}: ResourceDatabase): PropertyDefinitionRepository {
  const definitions = createOwnedRows(change, {
    name: 'property_definitions',
    history: PROPERTY_DEFINITION_HISTORY,
    toThing: toPropertyDefinition,
  });
  return {
    list: (projectId, query) => listPropertyDefinitions(db, projectId, query),

    findById: (projectId, id) => definitions.find(db, projectId, id),

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

    update: (by, id, { propertyType, ...changes }) =>
      definitions.update(by, by.projectId, id, {
        ...describe(by.userId, changes),
        ...(propertyType !== undefined && {
          property_type: propertyType,
          is_numerical: propertyType === 'Numeric',
        }),
      }),

    delete: (by, id) => definitions.delete(by, by.projectId, id),
  };
}
