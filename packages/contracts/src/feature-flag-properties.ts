import { z } from 'zod';
import { storedJson } from './wire-fields';

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
const LIST_OPERATORS = [
  'icontains_multi',
  'not_icontains_multi',
  'between',
  'not_between',
] as const;
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

/** Operators of flag conditions (`wire/flags.md` §6). */
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
  ...SEMVER_OPERATORS,
  ...DATE_OPERATORS,
] as const;

type FlagOperator = (typeof flagOperators)[number];

const text = storedJson(z.string());

/** One property filter of a flag condition. Display extras are kept, other unknown keys dropped. */
export const flagPropertySchema = z
  .object({
    key: z.union([text, z.number().transform(String)]),
    type: z.enum(['person', 'cohort', 'group', 'flag', 'person_metadata']),
    operator: z.enum(flagOperators).nullish(),
    value: storedJson(z.unknown()).optional(),
    group_type_index: z.int().min(0).max(4).nullish(),
    negation: z.boolean().nullish(),
    label: text.nullish(),
    cohort_name: text.nullish(),
    group_key_names: storedJson(z.record(z.string(), z.unknown())).nullish(),
  })
  .superRefine(({ key, type, operator, value }, context) => {
    const refuse = (field: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [field], message });
    const valueProblem = problemOfValue(operator ?? 'exact', value);
    if (valueProblem !== null) refuse('value', valueProblem);
    const operatorProblem = problemOfOperator(type, operator ?? null);
    if (operatorProblem !== null) refuse('operator', operatorProblem);
    if (type === 'flag' && !/^\d+$/.test(key)) {
      refuse('key', 'Flag dependencies must name the other flag by its id.');
    }
  });

function problemOfOperator(type: string, operator: FlagOperator | null): string | null {
  const isMembership = operator === 'in' || operator === 'not_in';
  if (isMembership && type !== 'cohort') return `Operator "${operator}" is for cohorts only.`;
  if ((operator === 'flag_evaluates_to') !== (type === 'flag')) {
    return 'Flag dependencies, and only they, use the operator "flag_evaluates_to".';
  }
  return null;
}

const MAX_LIST_VALUES = 1_000;

function problemOfValue(operator: FlagOperator, value: unknown): string | null {
  if (Array.isArray(value) && value.length > MAX_LIST_VALUES) {
    return `Lists hold at most ${MAX_LIST_VALUES} values.`;
  }
  if (isOneOf(TEXT_OPERATORS, operator) && typeof value !== 'string') {
    return `Operator "${operator}" needs a text value.`;
  }
  if (isOneOf(ORDER_OPERATORS, operator) && !['string', 'number'].includes(typeof value)) {
    return `Operator "${operator}" needs a text or number value.`;
  }
  if (isOneOf(LIST_OPERATORS, operator) && !Array.isArray(value)) {
    return `Operator "${operator}" needs a list value.`;
  }
  if (isOneOf(SEMVER_OPERATORS, operator) && !isVersion(operator, value)) {
    return `Operator "${operator}" needs a valid semantic version.`;
  }
  if (isOneOf(DATE_OPERATORS, operator) && !isDate(value)) {
    return `Operator "${operator}" needs a date.`;
  }
  return null;
}

function isOneOf(operators: readonly string[], operator: string): boolean {
  return operators.includes(operator);
}

const VERSION = /^v?\d+(\.\d+){0,2}(-[\w.-]+)?(\+[\w.-]+)?$/;
const WILDCARD = /^v?(\*|\d+\.\*|\d+\.\d+\.\*|\d+(\.\d+){0,2})$/;

function isVersion(operator: FlagOperator, value: unknown): boolean {
  const pattern = operator === 'semver_wildcard' ? WILDCARD : VERSION;
  return typeof value === 'string' && pattern.test(value.trim());
}

/** A relative date such as `-7d`, or anything the platform reads as a date. */
function isDate(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  return /^-?\d{1,4}[hdwmy]$/.test(value) || !Number.isNaN(Date.parse(value));
}
