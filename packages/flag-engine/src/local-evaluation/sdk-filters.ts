import type { JsonObject } from '../json';
import { isJsonObject } from '../json';
import type { DependencyChains } from './dependency-chains';

type Rewrite = (property: JsonObject) => JsonObject;

/**
 * Converts stored filters for SDKs: a filter on another flag names it by its key and includes the chain of flags to
 * evaluate before it. Everything else stays as it is stored.
 */
export function sdkFilters(
  filters: JsonObject,
  keys: ReadonlyMap<number, string>,
  chainOf: DependencyChains,
): JsonObject {
  return rewriteProperties(filters, (property) => {
    if (property['type'] !== 'flag') return property;
    const id = Number(property['key']);
    return { ...property, key: keys.get(id) ?? property['key'], dependency_chain: chainOf(id) };
  });
}

function rewriteProperties(filters: JsonObject, rewrite: Rewrite): JsonObject {
  const groups = filters['groups'];
  if (!Array.isArray(groups)) return filters;
  return {
    ...filters,
    groups: groups.map((group: unknown) => {
      if (!isJsonObject(group)) return group;
      const { properties } = group;
      if (!Array.isArray(properties)) return group;
      return {
        ...group,
        properties: properties.map((item: unknown) => (isJsonObject(item) ? rewrite(item) : item)),
      };
    }),
  };
}
