import { DATE_OPERATORS } from './date';
import { exact, isNot } from './equality';
import {
  IS_NOT_SET,
  IS_SET,
  NEVER_MATCHES,
  type MatcherFactory,
  type PropertyMatcher,
} from './matcher';
import { between, notBetween, ORDERING_OPERATORS } from './numeric';
import { notRegex, regex } from './regex/operators';
import { SEMVER_OPERATORS } from './semver/operators';
import { SUBSTRING_OPERATORS } from './substring';

/** Every operator that compares a property with a filter value. */
const COMPARING: ReadonlyMap<string, MatcherFactory> = new Map(
  Object.entries<MatcherFactory>({
    exact,
    is_not: isNot,
    ...SUBSTRING_OPERATORS,
    regex,
    not_regex: notRegex,
    ...ORDERING_OPERATORS,
    between,
    not_between: notBetween,
    ...DATE_OPERATORS,
    ...SEMVER_OPERATORS,
  }),
);

const ALIASES: ReadonlyMap<string, string> = new Map([
  ['min', 'gte'],
  ['max', 'lte'],
]);

/** Operators of cohort and flag filters: known, but they compare no property. */
const NON_PROPERTY_OPERATORS: ReadonlySet<string> = new Set(['in', 'not_in', 'flag_evaluates_to']);

/**
 * The matcher of a property filter, or null when there is no such operator.
 *
 * @param operator as stored; null or absent means `exact`
 * @param filter the stored filter value; without one, only presence operators can match
 */
export function matcherFor(
  operator: string | null | undefined,
  filter: unknown,
): PropertyMatcher | null {
  const name = canonicalOperator(operator);
  if (name === 'is_set') return IS_SET;
  if (name === 'is_not_set') return IS_NOT_SET;
  if (NON_PROPERTY_OPERATORS.has(name)) return NEVER_MATCHES;
  const factory = COMPARING.get(name);
  if (factory === undefined) return null;
  return filter === null || filter === undefined ? NEVER_MATCHES : factory(filter);
}

/** The operator with aliases resolved and the default filled in. */
export function canonicalOperator(operator: string | null | undefined): string {
  const name = operator ?? 'exact';
  return ALIASES.get(name) ?? name;
}
