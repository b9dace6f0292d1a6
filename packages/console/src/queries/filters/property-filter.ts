/** The types of filters that the filter component can edit. */
export type FilterKind = 'event' | 'person' | 'session' | 'group' | 'cohort' | 'hogql';

/** A property filter in the wire format (`docs/wire/hogql.md#property-filters`). */
export type PropertyFilter = Readonly<Record<string, unknown>> & {
  readonly type: string;
  /** The name of the property; for type `hogql`, the expression; for type `cohort`, `id`. */
  readonly key: string;
  readonly value?: unknown;
  readonly operator?: string;
  readonly group_type_index?: number;
};

/** The type in a property definition; null if no type is declared or detected. */
export type PropertyType = 'String' | 'Numeric' | 'Boolean' | 'DateTime' | null;

/** The input in which a value is entered. */
export type ValueInput = 'none' | 'list' | 'text' | 'number' | 'two-numbers' | 'date';

interface Operator {
  /** The text between key and value. */
  readonly words: string;
  readonly input: ValueInput;
}

const operator = (words: string, input: ValueInput): Operator => ({ words, input });

/** The operators that the console offers. A filter with another operator is shown and kept. */
const OPERATORS: Readonly<Record<string, Operator>> = {
  exact: operator('is', 'list'),
  is_not: operator('is not', 'list'),
  icontains: operator('contains', 'text'),
  not_icontains: operator('does not contain', 'text'),
  starts_with: operator('starts with', 'text'),
  ends_with: operator('ends with', 'text'),
  regex: operator('matches the pattern', 'text'),
  not_regex: operator('does not match the pattern', 'text'),
  gt: operator('is greater than', 'number'),
  gte: operator('is at least', 'number'),
  lt: operator('is less than', 'number'),
  lte: operator('is at most', 'number'),
  between: operator('is between', 'two-numbers'),
  not_between: operator('is not between', 'two-numbers'),
  is_date_exact: operator('is at', 'date'),
  is_date_before: operator('is before', 'date'),
  is_date_after: operator('is after', 'date'),
  is_set: operator('is set', 'none'),
  is_not_set: operator('is not set', 'none'),
  in: operator('is in', 'list'),
  not_in: operator('is not in', 'list'),
};

const SET = ['is_set', 'is_not_set'] as const;
const NUMBERS = ['gt', 'gte', 'lt', 'lte', 'between', 'not_between'] as const;
const TEXTS = [
  'exact',
  'is_not',
  'icontains',
  'not_icontains',
  'starts_with',
  'ends_with',
  'regex',
  'not_regex',
] as const;

/** The operators that suit a property, the default one first. */
export function operatorsOf(kind: string, type: PropertyType): readonly string[] {
  if (kind === 'cohort') return ['in', 'not_in'];
  if (kind === 'hogql') return [];
  switch (type) {
    case 'Numeric':
      return ['exact', 'is_not', ...NUMBERS, ...SET];
    case 'Boolean':
      return ['exact', 'is_not', ...SET];
    case 'DateTime':
      return ['is_date_after', 'is_date_before', 'is_date_exact', ...SET];
    case 'String':
      return [...TEXTS, ...SET];
    case null:
      return [...TEXTS, ...NUMBERS, 'is_date_after', 'is_date_before', ...SET];
  }
}

export function wordsOf(operatorName: string): string {
  return OPERATORS[operatorName]?.words ?? operatorName.replaceAll('_', ' ');
}

export function inputOf(operatorName: string): ValueInput {
  return OPERATORS[operatorName]?.input ?? 'text';
}

/**
 * Changes the operator of a filter. The value is kept if both operators use the same input, otherwise it is emptied.
 */
export function withOperator(filter: PropertyFilter, name: string): PropertyFilter {
  const { value, ...rest } = filter;
  const before = inputOf(filter.operator ?? 'exact');
  const after = inputOf(name);
  if (before === after) return { ...rest, operator: name, value };
  if (after === 'none') return { ...rest, operator: name, value: name };
  const texts = valueTexts(filter);
  if (after === 'list') return { ...rest, operator: name, value: texts };
  if (after === 'two-numbers') return { ...rest, operator: name, value: [] };
  return { ...rest, operator: name, value: texts[0] ?? '' };
}

/** The values of a filter as texts. */
export function valueTexts({ value, operator: name }: PropertyFilter): readonly string[] {
  if (name !== undefined && inputOf(name) === 'none') return [];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list
    .filter((entry) => entry !== null && entry !== undefined && entry !== '')
    .map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)));
}

/** A sentence about what is missing; null if the filter is complete. */
export function problemOf(filter: PropertyFilter): string | null {
  if (filter.type === 'hogql') {
    return filter.key.trim() === '' ? 'Enter an expression.' : null;
  }
  const input = inputOf(filter.operator ?? 'exact');
  const texts = valueTexts(filter);
  if (input === 'none') return null;
  if (input === 'two-numbers') {
    const [low, high] = texts.map(Number);
    if (texts.length !== 2 || low === undefined || high === undefined) return 'Enter two numbers.';
    return low <= high ? null : 'Enter two numbers, the smaller one first.';
  }
  if (texts.length === 0) return 'Choose a value.';
  if (input === 'number' && !Number.isFinite(Number(texts[0]))) return 'Enter a number.';
  return null;
}

/** The filters of a list in the wire format. Invalid entries are left out; a group of filters gives an empty list. */
export function filtersOf(list: unknown): readonly PropertyFilter[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => asFilter(entry) ?? []);
}

/**
 * Validates a filter without a schema library, which would take a sixth of a screen's size budget on almost every
 * screen.
 */
function asFilter(entry: unknown): PropertyFilter | null {
  if (typeof entry !== 'object' || entry === null) return null;
  // A filter without a type is a filter on an event property.
  const { type = 'event', key, operator, ...rest } = entry as Readonly<Record<string, unknown>>;
  if (typeof type !== 'string' || typeof key !== 'string') return null;
  if (operator === undefined) return { ...rest, type, key };
  return typeof operator === 'string' ? { ...rest, type, key, operator } : null;
}
