import { filterText } from '../filters/filter-text';
import { filtersOf } from '../filters/property-filter';
import type { Criterion } from './cohort';
import { BEHAVIOURS, COUNTS, filterOfCriterion } from './cohort';

/** Describes a criterion as part of a sentence: `did order paid at least 2 times in the last 30 days`. */
export function criterionWords(criterion: Criterion): string {
  const { type, negation } = criterion;
  if (type === 'cohort') return filterText(filterOfCriterion(criterion));
  const text = type === 'behavioral' ? behaviourWords(criterion) : personWords(criterion);
  return negation === true ? `not: ${text}` : text;
}

function personWords(criterion: Criterion): string {
  return filterText(filterOfCriterion(criterion));
}

function behaviourWords(criterion: Criterion): string {
  const { key, event_type: eventType, value } = criterion;
  const verb = BEHAVIOURS.find((behaviour) => behaviour.value === value)?.label;
  const what = eventType === 'actions' ? `action ${key}` : String(key);
  const filters = filtersOf(criterion['event_filters']).map((filter) => filterText(filter));
  return [
    `${verb ?? String(value).replaceAll('_', ' ')} ${what}`,
    filters.length === 0 ? '' : `where ${filters.join(' and ')}`,
    countWords(criterion),
    windowWords(criterion),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function countWords({ value, operator, operator_value: times }: Criterion): string {
  if (value !== 'performed_event_multiple') return '';
  const word = COUNTS.find((count) => count.value === operator)?.label ?? String(operator);
  return `${word} ${String(times)} times`;
}

function windowWords(criterion: Criterion): string {
  const { explicit_datetime: from, seq_time_value: near, seq_time_interval: unit } = criterion;
  if ((from ?? null) !== null) return `since ${String(from)}`;
  const span = spanWords(criterion['time_value'], criterion['time_interval']);
  if (span === '') return '';
  const recent = spanWords(near, unit);
  return recent === '' ? `in the last ${span}` : `in the last ${span}, recently: ${recent}`;
}

function spanWords(value: unknown, unit: unknown): string {
  if (typeof unit !== 'string' || (value ?? null) === null) return '';
  return Number(value) === 1 ? unit : `${String(value)} ${unit}s`;
}
