import type { PropertyDefinitionBody } from '@tidemark/contracts';
import { describeTables } from '@tidemark/hogql';
import type { PropertyDefinitionListQuery } from '@tidemark/postgres';
import { sessionDefinitionBody } from './session-definitions';

const PREFIX = '$virt_';
const ALIASES: Readonly<Record<string, string>> = {
  $virt_initial_channel_type: 'initial channel type',
  $virt_initial_referring_domain_type: 'initial referring domain type',
};

/** Properties that every person has because they are computed. Texts, all of them. */
const OF_PERSONS: readonly string[] = Object.keys(
  describeTables([]).find(({ name }) => name === 'persons')?.fields ?? {},
).filter((name) => name.startsWith(PREFIX));

/**
 * Computed properties stand behind those that were sent, on the last page, whatever its limit. No one describes,
 * verifies or tags them.
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
