import type { PropertyType } from '@tidemark/contracts';
import { describeTables } from '@tidemark/hogql';

/** A field of the `sessions` table that filters and breakdowns can name. */
export interface SessionProperty {
  readonly name: string;
  readonly propertyType: PropertyType;
  readonly isNumerical: boolean;
}

/** Ids, aliases of listed fields, and fields from which other fields are computed. */
const UNLISTED = new Set([
  '$num_uniq_urls',
  '$has_autocapture',
  '$page_screen_count_up_to',
  '$page_screen_autocapture_uniq_up_to',
]);

const TYPES: Readonly<Record<string, PropertyType>> = {
  string: 'String',
  integer: 'Numeric',
  float: 'Numeric',
  datetime: 'DateTime',
  boolean: 'Boolean',
};

/** The types that do not follow from the type of the column. */
const TYPES_OF_NAMES: Readonly<Record<string, PropertyType>> = { $session_duration: 'Duration' };

/**
 * The session properties, which are the same in all projects: they come from the table, in its order, and not from
 * sent events.
 */
export const sessionProperties: readonly SessionProperty[] = listed();

function listed(): readonly SessionProperty[] {
  const table = describeTables([]).find(({ name }) => name === 'sessions');
  return Object.values(table?.fields ?? {}).flatMap(({ name, type }): SessionProperty[] => {
    const plain = TYPES[type];
    if (plain === undefined || !name.startsWith('$') || UNLISTED.has(name)) return [];
    const propertyType = TYPES_OF_NAMES[name] ?? plain;
    return [{ name, propertyType, isNumerical: plain === 'Numeric' }];
  });
}

/** The filters of the list; an absent filter matches all. */
export interface SessionPropertyQuery {
  /** Parts of the name in lower case; the name must contain all of them. */
  readonly words: readonly string[];
  readonly isNumerical?: boolean;
  /** Exactly these names. */
  readonly names?: readonly string[];
  readonly excludedNames?: readonly string[];
}

export function findSessionProperties(query: SessionPropertyQuery): readonly SessionProperty[] {
  const { words, isNumerical, names, excludedNames = [] } = query;
  return sessionProperties.filter(
    (property) =>
      words.every((word) => property.name.includes(word)) &&
      (isNumerical === undefined || property.isNumerical === isNumerical) &&
      (names === undefined || names.includes(property.name)) &&
      !excludedNames.includes(property.name),
  );
}
