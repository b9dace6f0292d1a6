import type { PropertyDefinitionBody } from '@tidemark/contracts';
import { describeTables } from '@tidemark/hogql';
import type { PropertyDefinitionListQuery } from '@tidemark/postgres';
import { sessionDefinitionBody } from './session-definitions';

const PREFIX = '$virt_';
const ALIASES: Readonly<Record<string, string>> = {
  $virt_initial_channel_type: 'initial channel type',
  $virt_initial_referring_domain_type: 'initial referring domain type',
};

/** Computed properties, which every person has. All of them are texts. */
const OF_PERSONS: readonly string[] = Object.keys(
  describeTables([]).find(({ name }) => name === 'persons')?.fields ?? {},
).filter((name) => name.startsWith(PREFIX));

/**
 * Computed properties come after the sent ones, on the last page, even beyond its limit. Users cannot describe,
 * verify or tag them.
 */
export function virtualDefinitions(
  query: PropertyDefinitionListQuery,
): readonly PropertyDefinitionBody[] {
  const { owner, names, excludedNames, isNumerical, isFeatureFlag, verified, tags } = query;
  if (owner !== 'person' || isNumerical === true || isFeatureFlag === true) return [];
  if (verified === true || tags !== undefined) return [];
  const words = query.words.map((word) => word.toLowerCase());
  const isCalled = (text: string): boolean => words.every((word) => text.includes(word));
  return OF_PERSONS.filter(
    (name) =>
      (isCalled(name) || isCalled(ALIASES[name] ?? '')) &&
      (names === undefined || names.includes(name)) &&
      !excludedNames.includes(name),
  ).map((name) => ({
    ...sessionDefinitionBody({ name, propertyType: 'String', isNumerical: false }),
    id: `$builtin_${name}`,
    virtual: true,
  }));
}
