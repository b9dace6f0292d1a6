import type { Properties } from '../properties';
import { matchesAnySelector } from './matches-selector';
import type { ActionInput } from './action-input';
import { parseSelector } from './parse-selector';
import { compareProperty, textOf } from './property-operators';
import type { Verdict } from './verdict';
import { anyOf, opposite } from './verdict';

/** One filter of a step as the wire writes it. */
export type StepFilter = Readonly<Record<string, unknown>>;

const NEGATIVE: Readonly<Record<string, string>> = {
  is_not: 'exact',
  not_in: 'in',
  not_icontains: 'icontains',
  not_regex: 'regex',
  is_not_set: 'is_set',
};

/** Types whose filters are true as long as no one has chosen a value (`docs/wire/insights.md#incomplete-filters`). */
const FILLABLE: ReadonlySet<unknown> = new Set([
  'event',
  'feature',
  'person',
  'cohort',
  'element',
  null,
]);

/** Whether an event passes a filter; null where only the engine can decide. */
export function propertyPredicate(filter: StepFilter, event: ActionInput): Verdict {
  const { type = 'event', key, operator = 'exact', negation } = filter;
  if (type === 'empty' || type === 'flag') return true;
  if (typeof operator !== 'string' || (typeof key !== 'string' && typeof key !== 'number')) {
    return null;
  }
  const isUnfilled = (filter['value'] ?? null) === null && !operator.endsWith('set');
  if (isUnfilled && FILLABLE.has(type)) return true;
  if (type === 'cohort') return cohortPredicate(filter, operator, event);
  const { value } = filter;
  if (Array.isArray(value) && value.length === 0 && !operator.endsWith('set')) return true;
  if (type === 'element') return elementPredicate(String(key), operator, filter, event);
  const bag = bagOf(type, filter, event);
  if (bag === null) return null;
  const verdict = compareProperty(operator, ownValue(bag, String(key)), wantedBy(filter));
  return negation === true ? opposite(verdict) : verdict;
}

function bagOf(type: unknown, filter: StepFilter, event: ActionInput): Properties | null {
  switch (type) {
    case 'event':
    case 'feature':
    case null:
      // The chain is kept beside the properties, and the parsed one here is not its text.
      return filter['key'] === '$elements_chain' ? null : event.properties;
    case 'person':
      return event.personProperties ?? null;
    case 'group':
      return event.groupProperties?.get(Number(filter['group_type_index'])) ?? null;
    default:
      return null;
  }
}

function cohortPredicate(filter: StepFilter, operator: string, event: ActionInput): Verdict {
  const { cohorts } = event;
  if (cohorts === undefined) return null;
  const inAny = wantedBy(filter).some((id) => cohorts.has(Number(id)));
  const negative = operator === 'not_in' || operator === 'is_not';
  return negative !== (filter['negation'] === true) ? !inAny : inAny;
}

function elementPredicate(
  key: string,
  operator: string,
  filter: StepFilter,
  { elements }: ActionInput,
): Verdict {
  const wanted = wantedBy(filter);
  const base = NEGATIVE[operator] ?? operator;
  const negatable = (verdict: Verdict): Verdict =>
    base === operator ? verdict : opposite(verdict);
  switch (key) {
    case 'href':
      return compareProperty(operator, firstHref(elements), wanted);
    case 'text':
      return negatable(
        anyOf(chainTexts(elements).map((text) => compareProperty(base, text, wanted))),
      );
    case 'tag_name':
      return base !== 'exact'
        ? null
        : negatable(elements.some(({ tag_name: tag }) => wanted.includes(tag)));
    case 'selector':
      return base !== 'exact'
        ? null
        : negatable(
            wanted.some((text) => {
              const parsed = parseSelector(String(text));
              return 'selectors' in parsed && matchesAnySelector(parsed.selectors, elements);
            }),
          );
    default:
      return null;
  }
}

/** The first link of a chain; empty without one. */
export function firstHref(elements: ActionInput['elements']): string {
  return elements.find(({ href }) => href !== null)?.href ?? '';
}

export function chainTexts(elements: ActionInput['elements']): string[] {
  return elements.map(({ text }) => text).filter((text) => text !== null);
}

/** A property; a path of names joined by dots reaches into nothing here. */
function ownValue(bag: Properties, key: string): unknown {
  return Object.hasOwn(bag, key) ? bag[key] : null;
}

function wantedBy({ value }: StepFilter): readonly (string | null)[] {
  return (Array.isArray(value) ? (value as unknown[]) : [value]).map(textOf);
}
