import type { JsonObject } from '../json';
import { isObject } from '../json';
import { LegacyFiltersError } from './legacy-values';

/** Converts the properties of a whole insight to a group, in the notation of queries. Null if there are none. */
export function legacyGlobalProperties(given: unknown): JsonObject | null {
  if (isEmpty(given)) return null;
  if (isGroup(given)) {
    const hasGroups = membersOf(given).some(isGroup);
    return cleanGroup(hasGroups ? given : { type: 'AND', values: [given] });
  }
  return { type: 'AND', values: [{ type: 'AND', values: cleanList(given) }] };
}

/** Converts the properties of a series to a list, or to a group if a list cannot express them. Null if there are none. */
export function legacyEntityProperties(given: unknown): readonly JsonObject[] | JsonObject | null {
  if (isEmpty(given)) return null;
  if (!isGroup(given)) return cleanList(given);
  const members = membersOf(given);
  const isList = !members.some(isGroup) && (given['type'] === 'AND' || members.length < 2);
  return isList ? members.map(cleanProperty) : cleanGroup(given);
}

function isEmpty(given: unknown): boolean {
  if (given === null || given === undefined || given === '') return true;
  return typeof given === 'object' && Object.keys(given).length === 0;
}

function isGroup(given: unknown): given is JsonObject {
  return isObject(given) && (given['type'] === 'AND' || given['type'] === 'OR');
}

function membersOf(group: JsonObject): readonly JsonObject[] {
  const values = group['values'];
  if (!Array.isArray(values)) throw new LegacyFiltersError('a group of properties has no values');
  return values.filter((value): value is JsonObject => isObject(value) && !isEmpty(value));
}

function cleanGroup(group: JsonObject): JsonObject {
  const values = membersOf(group).map((member) =>
    isGroup(member) ? cleanGroup(member) : cleanProperty(member),
  );
  return { type: group['type'], values };
}

/** Cleans a list, or an object in the oldest notation: `{"utm_medium__icontains": "mail"}`. */
function cleanList(given: unknown): readonly JsonObject[] {
  if (Array.isArray(given)) {
    return given.filter((item): item is JsonObject => isObject(item) && !isEmpty(item)).map(clean);
  }
  if (!isObject(given))
    throw new LegacyFiltersError('the properties are neither a list nor an object');
  return Object.entries(given).map(([name, value]) => {
    const at = name.indexOf('__');
    const [key, operator] = at < 1 ? [name, 'exact'] : [name.slice(0, at), name.slice(at + 2)];
    return { key, value, operator, type: 'event' };
  });
}

function clean(item: JsonObject): JsonObject {
  return isGroup(item) ? cleanGroup(item) : cleanProperty(item);
}

function cleanProperty(given: JsonObject): JsonObject {
  const { negation, values, ...rest } = given;
  const type = typeOf(rest['type']);
  const operator = rest['operator'] ?? null;
  const value = rest['value'] ?? values;
  return withoutNull({
    ...rest,
    type,
    ...(type === 'cohort' && { key: 'id' }),
    value: Array.isArray(value) ? value.filter((item) => item !== null) : value,
    operator: operatorOf(type, operator, negation === true),
  });
}

function operatorOf(type: unknown, operator: unknown, isNegated: boolean): unknown {
  if (type === 'hogql') return null;
  if (type === 'cohort' && isNegated) return 'not_in';
  return operator ?? (type === 'cohort' ? 'in' : 'exact');
}

/** Properties without a type are those of events. */
function typeOf(type: unknown): unknown {
  if (type === 'precalculated-cohort' || type === 'static-cohort') return 'cohort';
  return type === 'events' ? 'event' : (type ?? 'event');
}

function withoutNull(members: JsonObject): JsonObject {
  const set = Object.entries(members).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(set);
}
