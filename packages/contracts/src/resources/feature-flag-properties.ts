import { z } from 'zod';
import { storedJson } from '../shared/wire-fields';

const TEXT_OPERATORS = [
  'icontains',
  'not_icontains',
  'regex',
  'not_regex',
  'starts_with',
  'not_starts_with',
  'ends_with',
  'not_ends_with',
] as const;
const ORDER_OPERATORS = ['gt', 'gte', 'lt', 'lte', 'min', 'max'] as const;
const RANGE_OPERATORS = ['between', 'not_between'] as const;
const LIST_OPERATORS = ['icontains_multi', 'not_icontains_multi'] as const;
const SEMVER_OPERATORS = [
  'semver_gt',
  'semver_gte',
  'semver_lt',
  'semver_lte',
  'semver_eq',
  'semver_neq',
  'semver_tilde',
  'semver_caret',
  'semver_wildcard',
] as const;
const DATE_OPERATORS = ['is_date_exact', 'is_date_before', 'is_date_after'] as const;

/** Operators of flag conditions (`docs/wire/flags-evaluation.md#operators`). */
export const flagOperators = [
  'exact',
  'is_not',
  'is_set',
  'is_not_set',
  'in',
  'not_in',
  'flag_evaluates_to',
  ...TEXT_OPERATORS,
  ...ORDER_OPERATORS,
  ...LIST_OPERATORS,
  ...RANGE_OPERATORS,
  ...SEMVER_OPERATORS,
  ...DATE_OPERATORS,
] as const;

type FlagOperator = (typeof flagOperators)[number];

/** Older names of operators; the newer name is stored. */
const ALIASES: ReadonlyMap<unknown, FlagOperator> = new Map([
  ['min', 'gte'],
  ['max', 'lte'],
]);

/** Types of the filters of flag conditions. */
export const flagPropertyTypes = ['person', 'cohort', 'group', 'flag'] as const;

const text = storedJson(z.string());

/** One property filter of a flag condition. Unknown keys are dropped, except those that clients use for display. */
export const flagPropertySchema = z.object({
  key: z.union([text, z.number().transform(String)]),
  type: z.enum(flagPropertyTypes),
  operator: z
    .enum(flagOperators)
    .nullish()
    .transform((operator) => ALIASES.get(operator) ?? operator),
  value: storedJson(z.unknown()).optional(),
  group_type_index: z.int().min(0).max(4).nullish(),
  negation: z.boolean().nullish(),
  label: text.nullish(),
  cohort_name: text.nullish(),
  group_key_names: storedJson(z.record(z.string(), z.unknown())).nullish(),
});

export type FlagProperty = z.output<typeof flagPropertySchema>;

/** Why filters are rejected, in the wire format. */
export interface FilterProblem {
  /** `invalid_input` if absent. */
  readonly code?: string;
  readonly detail: string;
}

const MAX_LIST_VALUES = 1_000;

/** The problem of a property filter that matches the schema; null if there is none. */
export function problemOfProperty(property: FlagProperty): FilterProblem | null {
  const { key, type, value } = property;
  const operator = property.operator ?? 'exact';
  if ((property.operator === 'flag_evaluates_to') !== (type === 'flag')) {
    return { detail: "Flag properties must use the 'flag_evaluates_to' operator" };
  }
  if (type === 'cohort' && !isCohortId(value)) {
    return {
      code: 'cohort_does_not_exist',
      detail: `Cohort with id ${shown(value)} does not exist`,
    };
  }
  if (Array.isArray(value) && value.length > MAX_LIST_VALUES) {
    const detail = `Property group expressions of type ${key} cannot contain more than ${MAX_LIST_VALUES} values.`;
    return { detail };
  }
  if ((operator === 'in' || operator === 'not_in') && type !== 'cohort') {
    const detail = `The '${operator}' operator is only valid for cohort properties, not '${type}' properties.`;
    return { code: 'invalid_operator', detail };
  }
  if (isOneOf(DATE_OPERATORS, operator) && typeof value !== 'string') {
    return { code: 'invalid_date', detail: `Invalid date value: ${shown(value)}` };
  }
  if (operator === 'between' || operator === 'not_between') return problemOfRange(operator, value);
  return isValueOf(operator, value)
    ? null
    : {
        code: 'invalid_value',
        detail: `Invalid value for operator ${operator}: ${shown(value)}`,
      };
}

/** Whether a value is the id of a cohort: a whole number, as a number or as text. */
function isCohortId(value: unknown): boolean {
  return Number.isSafeInteger(value) || (typeof value === 'string' && /^\d{1,15}$/.test(value));
}

function isValueOf(operator: FlagOperator, value: unknown): boolean {
  if (isOneOf(TEXT_OPERATORS, operator)) return typeof value === 'string';
  // PostHog only accepts texts here; Tidemark also accepts numbers.
  if (isOneOf(ORDER_OPERATORS, operator)) return ['string', 'number'].includes(typeof value);
  if (isOneOf(LIST_OPERATORS, operator)) return Array.isArray(value);
  if (isOneOf(SEMVER_OPERATORS, operator)) return isVersion(operator, value);
  return true;
}

function problemOfRange(operator: string, value: unknown): FilterProblem | null {
  const rejected = (why: string): FilterProblem => ({
    code: 'invalid_value',
    detail: `${operator} operator requires ${why}`,
  });
  if (!Array.isArray(value) || value.length !== 2) {
    return rejected('a two-element array [min, max]');
  }
  const [min, max] = value.map(numberOf);
  if (min === undefined || max === undefined || Number.isNaN(min) || Number.isNaN(max)) {
    return rejected('numeric values');
  }
  return min > max ? rejected('min value to be less than or equal to max value') : null;
}

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** The number that evaluation reads in an end of a range; NaN for anything else. */
function numberOf(end: unknown): number {
  if (typeof end === 'number') return end;
  return typeof end === 'string' && DECIMAL.test(end) ? Number(end) : NaN;
}

const SHOWN_CHARACTERS = 100;

function shown(value: unknown): string {
  const json = JSON.stringify(value ?? null);
  return (typeof value === 'string' ? value : json).slice(0, SHOWN_CHARACTERS);
}

function isOneOf(operators: readonly string[], operator: string): boolean {
  return operators.includes(operator);
}

/** Whether a version operator can compare with the value. Always true for other operators. */
export function isComparableVersion(operator: string | null | undefined, value: unknown): boolean {
  const known = flagOperators.find((name) => name === operator);
  return known === undefined || !isOneOf(SEMVER_OPERATORS, known) || isVersion(known, value);
}

const VERSION = /^v?\d+(\.\d+){0,2}(-[\w.-]+)?(\+[\w.-]+)?$/;
const WILDCARD = /^v?(\*|\d+\.\*|\d+\.\d+\.\*|\d+(\.\d+){0,2})$/;

function isVersion(operator: FlagOperator, value: unknown): boolean {
  const pattern = operator === 'semver_wildcard' ? WILDCARD : VERSION;
  return typeof value === 'string' && pattern.test(value.trim());
}
