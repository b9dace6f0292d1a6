import type { LocalEvent } from './happened';
import type { Filter, FilterTree } from './series';
import { compareVersions, isVersionWithin } from './versions';

export type { Filter, FilterGroup, FilterTree } from './series';

export function passesTree(event: LocalEvent, tree: FilterTree): boolean {
  if (isList(tree)) return tree.every((inner) => passesTree(event, inner));
  if (!('values' in tree)) return passesFilter(event, tree);
  if (tree.values.length === 0) return true;
  return tree.type === 'OR'
    ? tree.values.some((inner) => passesTree(event, inner))
    : tree.values.every((inner) => passesTree(event, inner));
}

function isList(tree: FilterTree): tree is readonly FilterTree[] {
  return Array.isArray(tree);
}

/** The value of a property, converted to its declared type; null if there is no such value. */
export function propertyOf(event: LocalEvent, type: string, key: string, group = 0): unknown {
  const owner = type === 'group' ? `group_${group}` : type;
  const declared = event.world.propertyTypes?.find(
    (one) => one.owner === owner && one.name === key,
  );
  const value = valueOf(event, type, key, group);
  if (declared === undefined) return value;
  if (declared.type === 'Numeric') return numberOf(value);
  return ['true', 'false'].includes(textOf(value) ?? '') ? value : null;
}

function valueOf(event: LocalEvent, type: string, key: string, group: number): unknown {
  switch (type) {
    case 'event':
      return event.properties?.[key] ?? null;
    case 'person':
      return event.personProperties?.[key] ?? null;
    case 'group':
      return group === 0 ? (event.world.groups?.[event.group0 ?? '']?.[key] ?? null) : null;
    case 'session':
      return event.sessionFields[key] ?? null;
    case 'event_metadata':
      return { event: event.event ?? '$pageview', $group_0: event.group0 ?? '' }[key] ?? null;
    case 'hogql':
      return event.world.expressions?.[key]?.(event) ?? null;
    default:
      throw new Error(`The evaluator knows no properties of type ${type}`);
  }
}

export function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Converts a value to a number; null if it is neither a number nor the text of a number. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return null;
  return Number.isFinite(Number(value)) ? Number(value) : null;
}

function passesFilter(event: LocalEvent, filter: Filter): boolean {
  const { key = '', type = 'event', operator = 'exact' } = filter;
  const values = Array.isArray(filter.value) ? (filter.value as unknown[]) : [filter.value];
  if (type === 'flag' || type === 'empty') return true;
  if (type === 'hogql') return event.world.expressions?.[key]?.(event) === true;
  if (type === 'cohort') {
    const isIn = values.some((id) => event.world.cohorts?.[Number(id)]?.includes(event.who));
    const isNegative = operator === 'not_in' || operator === 'is_not';
    return isIn !== (isNegative !== (filter.negation === true));
  }
  if (values.length === 0 && Array.isArray(filter.value) && !operator.endsWith('set')) return true;
  return compare(propertyOf(event, type, key, filter.group_type_index), operator, values, event);
}

/**
 * Negative operator → positive operator. An event passes the negative operator if it does not pass the positive one,
 * which includes events without a value.
 */
const NEGATIVES: Readonly<Record<string, string>> = {
  is_not: 'exact',
  not_in: 'exact',
  not_icontains: 'icontains',
  not_icontains_multi: 'icontains',
  not_regex: 'regex',
  not_between: 'between',
  not_starts_with: 'starts_with',
  not_ends_with: 'ends_with',
  is_not_set: 'is_set',
  semver_neq: 'semver_eq',
};

function compare(
  property: unknown,
  operator: string,
  values: readonly unknown[],
  event: LocalEvent,
): boolean {
  const opposite = NEGATIVES[operator];
  if (opposite !== undefined) return !compare(property, opposite, values, event);
  const text = textOf(property);
  if (text === null) return false;
  if (operator === 'is_set') return true;
  if (operator === 'between') {
    const [low, number, high] = [values[0], property, values[1]].map(numberOf);
    if (number === null || number === undefined) return false;
    return (low ?? 0) <= number && number <= (high ?? 0);
  }
  return values.some((value) => {
    switch (operator) {
      case 'icontains':
      case 'icontains_multi':
        // With several values, each is a plain text; a single value is a pattern of LIKE.
        return values.length > 1 || operator === 'icontains_multi'
          ? text.toLowerCase().includes(String(value).toLowerCase())
          : likeRegex(`%${String(value)}%`).test(text);
      case 'starts_with':
        return text.toLowerCase().startsWith(String(value).toLowerCase());
      case 'ends_with':
        return text.toLowerCase().endsWith(String(value).toLowerCase());
      case 'regex':
        return new RegExp(String(value)).test(text);
      case 'exact':
      case 'in':
        return text === textOf(value);
    }
    if (operator.startsWith('is_date')) return compareTimestamps(text, operator, value, event);
    if (operator.startsWith('semver_')) return compareSemver(text, operator, String(value));
    return compareNumbers(numberOf(property), operator, numberOf(value));
  });
}

function likeRegex(pattern: string): RegExp {
  const source = pattern.replace(/[\\^$.*+?()[\]{}|/%_-]/g, (special) => {
    if (special === '%') return '.*';
    return special === '_' ? '.' : `\\${special}`;
  });
  return new RegExp(`^${source}$`, 'is');
}

function compareNumbers(property: number | null, operator: string, value: number | null): boolean {
  if (property === null || value === null) return false;
  switch (operator) {
    case 'gt':
      return property > value;
    case 'gte':
    case 'min':
      return property >= value;
    case 'lt':
      return property < value;
    case 'lte':
    case 'max':
      return property <= value;
    default:
      throw new Error(`The evaluator knows no operator ${operator}`);
  }
}

/**
 * Compares local times as texts. This is correct because no test uses an hour that is repeated at the end of summer
 * time.
 */
function compareTimestamps(
  text: string,
  operator: string,
  value: unknown,
  { world }: LocalEvent,
): boolean {
  const wanted = world.timestamps?.[String(value)] ?? String(value);
  const [property, other] = [text, wanted].map((one) =>
    one.length === 10 ? `${one} 00:00:00` : one,
  );
  if (property === undefined || other === undefined || !/^\d{4}-\d\d-\d\d /.test(property)) {
    return false;
  }
  if (operator === 'is_date_exact') return property === other;
  return operator === 'is_date_before' ? property < other : property > other;
}

function compareSemver(text: string, operator: string, value: string): boolean {
  const version = /\d+(\.\d+)*/.exec(text)?.[0];
  if (version === undefined) return false;
  const order = compareVersions(version, value);
  switch (operator) {
    case 'semver_eq':
      return order === 0;
    case 'semver_gt':
      return order > 0;
    case 'semver_gte':
      return order >= 0;
    case 'semver_lt':
      return order < 0;
    case 'semver_lte':
      return order <= 0;
    default:
      return isVersionWithin(version, operator, value);
  }
}
