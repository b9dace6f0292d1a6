import type { Properties } from '../properties';
import { compileSelectors } from './matches-selector';
import type { ActionInput } from './action-input';
import { comparesEntries } from './exception-lists';
import { negatedOperator } from './negative-operators';
import { parseSelector } from './parse-selector';
import type { Wanted } from './property-operators';
import { propertyTest, textOf } from './property-operators';
import type { Verdict } from './verdict';
import { anyOf, opposite } from './verdict';

/** One filter of a step in the wire format. */
export type StepFilter = Readonly<Record<string, unknown>>;

/**
 * Types whose filters are always true until the user has chosen a value (`docs/wire/insights.md#incomplete-filters`).
 */
const FILLABLE: ReadonlySet<unknown> = new Set([
  'event',
  'feature',
  'person',
  'cohort',
  'element',
  null,
]);

/** A condition on events; its result is null if only the engine can decide. */
export type Predicate = (event: ActionInput) => Verdict;

const ALWAYS: Predicate = () => true;
const UNKNOWN: Predicate = () => null;

/**
 * Compiles a filter once; the predicate says whether an event passes it. @throws for a regular expression that RE2
 * rejects
 */
export function compilePredicate(filter: StepFilter): Predicate {
  const { type = 'event', key, operator = 'exact', negation } = filter;
  if (type === 'empty' || type === 'flag') return ALWAYS;
  if (typeof operator !== 'string' || (typeof key !== 'string' && typeof key !== 'number')) {
    return UNKNOWN;
  }
  const { value } = filter;
  const isEmpty = Array.isArray(value) ? value.length === 0 : (value ?? null) === null;
  const isUnfilled = isEmpty && !operator.endsWith('set');
  if (isUnfilled && FILLABLE.has(type)) return ALWAYS;
  if (type === 'cohort') return cohortPredicate(filter, operator);
  if (type === 'element') return elementPredicate(String(key), operator, filter);
  const test = comparesEntries(type ?? 'event', key, operator)
    ? entriesTest(operator, wantedBy(filter))
    : propertyTest(operator, wantedBy(filter));
  const bagOf = bagReader(type, filter);
  if (test === null || bagOf === null) return UNKNOWN;
  const name = String(key);
  const isNegated = negation === true;
  return (event) => {
    const bag = bagOf(event);
    return bag === null ? null : test(ownValue(bag, name)) !== isNegated;
  };
}

/** Whether any entry of a list matches; a negative operator, too, needs only one entry that matches it. */
function entriesTest(operator: string, wanted: Wanted): ((value: unknown) => boolean) | null {
  const test = propertyTest(operator, wanted);
  return test && ((value) => entriesOf(value).some(test));
}

/** The entries of a list, which may be stored as text. */
function entriesOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string' || !value.startsWith('[')) return [];
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? parsed : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** Returns a function that finds the properties a filter compares; null for a type that only the engine supports. */
function bagReader(
  type: unknown,
  filter: StepFilter,
): ((event: ActionInput) => Properties | null) | null {
  switch (type) {
    case 'event':
    case 'feature':
    case null:
      // Only the engine has the text of the chain; `ActionInput` has its parsed elements.
      return filter['key'] === '$elements_chain' ? null : (event) => event.properties;
    case 'person':
      return (event) => event.personProperties ?? null;
    case 'group': {
      const index = Number(filter['group_type_index']);
      return (event) => event.groupProperties?.get(index) ?? null;
    }
    default:
      return null;
  }
}

function cohortPredicate(filter: StepFilter, operator: string): Predicate {
  const ids = wantedBy(filter).map(Number);
  const negative = operator === 'not_in' || operator === 'is_not';
  const isNegated = negative !== (filter['negation'] === true);
  return ({ cohorts }) =>
    cohorts === undefined ? null : ids.some((id) => cohorts.has(id)) !== isNegated;
}

function elementPredicate(key: string, operator: string, filter: StepFilter): Predicate {
  const wanted = wantedBy(filter);
  const base = negatedOperator(operator) ?? operator;
  const negatable = (predicate: Predicate): Predicate =>
    base === operator ? predicate : (event) => opposite(predicate(event));
  switch (key) {
    case 'href': {
      const test = propertyTest(operator, wanted);
      return test === null ? UNKNOWN : ({ elements }) => test(firstHref(elements));
    }
    case 'text': {
      const test = propertyTest(base, wanted);
      if (test === null)
        return negatable(({ elements }) => anyOf(chainTexts(elements).map(() => null)));
      return negatable(({ elements }) => chainTexts(elements).some(test));
    }
    case 'tag_name':
      if (base !== 'exact') return UNKNOWN;
      return negatable(({ elements }) =>
        elements.some(({ tag_name: tag }) => wanted.includes(tag)),
      );
    case 'selector': {
      if (base !== 'exact') return UNKNOWN;
      const selectors = wanted.flatMap((text) => {
        const parsed = parseSelector(String(text));
        return 'selectors' in parsed ? parsed.selectors : [];
      });
      const test = compileSelectors(selectors);
      return negatable(({ elements }) => test(elements));
    }
    default:
      return UNKNOWN;
  }
}

/** The first link of a chain; empty if there is none. */
export function firstHref(elements: ActionInput['elements']): string {
  return elements.find(({ href }) => href !== null)?.href ?? '';
}

export function chainTexts(elements: ActionInput['elements']): string[] {
  return elements.map(({ text }) => text).filter((text) => text !== null);
}

/** The value of a property, or null. Unlike in HogQL, a dot in the key does not lead into nested objects. */
function ownValue(bag: Properties, key: string): unknown {
  return Object.hasOwn(bag, key) ? bag[key] : null;
}

function wantedBy({ value }: StepFilter): readonly (string | null)[] {
  return (Array.isArray(value) ? (value as unknown[]) : [value]).map(textOf);
}
