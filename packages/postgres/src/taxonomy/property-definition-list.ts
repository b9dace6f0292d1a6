import type { SelectQueryBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Reader } from '../activity-log/unit-of-work';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import type { Schema } from '../schema';
import type { PropertyDefinition } from './definition';
import { toPropertyDefinition } from './definition';
import { isCalled, isDescribed } from './matches';
import type { PropertyOwner } from './property-owner';
import { storedOwner } from './property-owner';

export interface PropertyDefinitionListQuery {
  readonly owner: PropertyOwner;
  /** Parts of the name, ignoring the letter case; the name must contain all of them. */
  readonly words: readonly string[];
  /** Names that match even if they do not contain the words. */
  readonly aliases?: readonly string[];
  readonly verified?: boolean;
  /** True by default. */
  readonly withHidden?: boolean;
  /** Definitions with any of these tags. */
  readonly tags?: readonly string[];
  /** Exactly these names. */
  readonly names?: readonly string[];
  readonly excludedNames: readonly string[];
  /** Names with these prefixes are left out. */
  readonly excludedPrefixes?: readonly string[];
  readonly isNumerical?: boolean;
  /** True: only values of flags (`$feature/…`); false: only other properties. */
  readonly isFeatureFlag?: boolean;
  /** Adds whether one of these events had the property. */
  readonly eventNames?: readonly string[];
  /** Leaves out properties that none of the events had. */
  readonly onlyOfEvents: boolean;
  readonly page: PageRequest;
}

/** A definition, and whether the requested events have the property; null if no events were requested. */
export interface ListedPropertyDefinition {
  readonly definition: PropertyDefinition;
  readonly isSeenOnEvents: boolean | null;
}

const FLAG_PREFIX = '$feature/%';

type Matches = SelectQueryBuilder<Schema, 'property_definitions', object>;

/** Lists definitions: properties of the requested events first, then verified ones, then the others, each by name. */
export async function listPropertyDefinitions(
  db: Reader,
  projectId: number,
  query: PropertyDefinitionListQuery,
): Promise<Page<ListedPropertyDefinition>> {
  const { eventNames, page } = query;
  const seen =
    eventNames === undefined
      ? sql<null>`NULL::boolean`
      : sql<boolean>`EXISTS (
          SELECT FROM event_properties e
          WHERE e.project_id = property_definitions.project_id
            AND e.property = property_definitions.name AND e.event = ANY (${eventNames}::text[]))`;
  let matches = matching(db.selectFrom('property_definitions'), projectId, query);
  if (eventNames !== undefined && query.onlyOfEvents) {
    matches = matches.where(seen.$castTo<boolean>());
  }
  const rows = matches
    .selectAll()
    .select(seen.$castTo<boolean | null>().as('seen'))
    .orderBy('seen', 'desc')
    .orderBy('verified', 'desc')
    .orderBy('name');
  return readPage(matches, rows, page, ({ seen: isSeenOnEvents, ...row }) => ({
    definition: toPropertyDefinition(row),
    isSeenOnEvents,
  }));
}

function matching(all: Matches, projectId: number, query: PropertyDefinitionListQuery): Matches {
  const { type, groupTypeIndex } = storedOwner(query.owner);
  const { names, excludedNames, excludedPrefixes = [], isNumerical, isFeatureFlag } = query;
  let matches = all
    .where('project_id', '=', projectId)
    .where('type', '=', type)
    .where('group_type_index', '=', groupTypeIndex);
  matches = matches.where(isCalled(query.words, query.aliases)).where(isDescribed(query));
  if (names !== undefined) matches = matches.where(sql<boolean>`name = ANY (${names}::text[])`);
  if (excludedNames.length > 0) {
    matches = matches.where(sql<boolean>`name <> ALL (${excludedNames}::text[])`);
  }
  if (excludedPrefixes.length > 0) {
    matches = matches.where(sql<boolean>`NOT name ^@ ANY (${excludedPrefixes}::text[])`);
  }
  if (isNumerical !== undefined) matches = matches.where('is_numerical', '=', isNumerical);
  if (isFeatureFlag !== undefined) {
    matches = matches.where('name', isFeatureFlag ? 'like' : 'not like', FLAG_PREFIX);
  }
  return matches;
}
