import type { PropertyFilter } from './property-filter';
import { inputOf, valueTexts, wordsOf } from './property-filter';

/** The parts of a filter in words: `$browser` `is` `Chrome or Safari`. */
export interface FilterWords {
  readonly subject: string;
  readonly verb: string;
  readonly object: string;
}

const OWNERS: Readonly<Record<string, string>> = {
  person: 'person',
  session: 'session',
  group: 'group',
  element: 'element',
};

/**
 * Describes a filter in three parts.
 *
 * @param names names of cohorts by id, as far as they are known
 */
export function filterWords(
  filter: PropertyFilter,
  names: ReadonlyMap<string, string> = new Map(),
): FilterWords {
  const { type, key, operator = 'exact' } = filter;
  if (type === 'hogql') return { subject: 'HogQL', verb: '', object: key };
  const texts = valueTexts(filter);
  if (type === 'cohort' || type === 'static-cohort') {
    const isNegative = operator === 'not_in' || operator === 'is_not';
    const shown = texts.map((id) => names.get(id) ?? `cohort ${id}`);
    return {
      subject: 'person',
      verb: isNegative ? 'is not in' : 'is in',
      object: shown.join(' or '),
    };
  }
  const owner = OWNERS[type];
  return {
    subject: owner === undefined ? key : `${owner} ${key}`,
    verb: wordsOf(operator),
    object: objectOf(operator, texts),
  };
}

/** A filter as one sentence, for screen readers and tooltips. */
export function filterText(filter: PropertyFilter, names?: ReadonlyMap<string, string>): string {
  const { subject, verb, object } = filterWords(filter, names);
  return [subject, verb, object].filter((part) => part !== '').join(' ');
}

function objectOf(operator: string, texts: readonly string[]): string {
  const input = inputOf(operator);
  if (input === 'two-numbers') return texts.join(' and ');
  return texts.join(input === 'list' && operator === 'is_not' ? ' nor ' : ' or ');
}
