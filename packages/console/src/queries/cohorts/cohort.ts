import type { PropertyFilter } from '../filters/property-filter';

/** A criterion of a cohort in the wire format (`docs/wire/management.md#cohort-filters`). */
export interface Criterion {
  readonly type: string;
  readonly key: string | number;
  readonly value?: unknown;
  readonly operator?: string | null;
  readonly negation?: boolean;
  readonly [field: string]: unknown;
}

export type Junction = 'AND' | 'OR';

/** A group of criteria of which all, or any, must match. */
export interface CriteriaGroup {
  readonly type: Junction;
  readonly values: readonly Criterion[];
}

/** The criteria that the builder edits: groups of criteria, in exactly two levels. */
export interface Criteria {
  readonly type: Junction;
  readonly values: readonly CriteriaGroup[];
}

/** The fields of a cohort that the form edits. */
export interface CohortDraft {
  readonly name: string;
  readonly description: string;
  readonly isStatic: boolean;
  readonly criteria: Criteria;
}

export const NO_CRITERIA: Criteria = { type: 'OR', values: [{ type: 'AND', values: [] }] };
export const NEW_COHORT: CohortDraft = {
  name: '',
  description: '',
  isStatic: false,
  criteria: NO_CRITERIA,
};

/** The behaviours that the builder can edit. Other behaviours are shown and kept. */
export const BEHAVIOURS = [
  { value: 'performed_event', label: 'did' },
  { value: 'performed_event_multiple', label: 'did several times' },
  { value: 'performed_event_first_time', label: 'did for the first time' },
  { value: 'stopped_performing_event', label: 'stopped doing' },
  { value: 'restarted_performing_event', label: 'started doing again' },
] as const;

export const COUNTS = [
  { value: 'gte', label: 'at least' },
  { value: 'lte', label: 'at most' },
  { value: 'exact', label: 'exactly' },
] as const;

export const UNITS = ['hour', 'day', 'week', 'month', 'year'] as const;

/**
 * Reads the filters of a cohort; null if they are nested deeper than the builder can show. A criterion beside groups
 * becomes a group of its own, which has the same meaning.
 */
export function criteriaOf(filters: unknown): Criteria | null {
  const top = objectOf(objectOf(filters)['properties']);
  if (!Array.isArray(top['values'])) return NO_CRITERIA;
  const groups: CriteriaGroup[] = [];
  for (const node of top['values'] as unknown[]) {
    const { type, values } = objectOf(node);
    if (!Array.isArray(values)) groups.push({ type: 'AND', values: [node as Criterion] });
    else if (values.some((value) => Array.isArray(objectOf(value)['values']))) return null;
    else groups.push({ type: type === 'OR' ? 'OR' : 'AND', values: values as Criterion[] });
  }
  return { type: top['type'] === 'AND' ? 'AND' : 'OR', values: groups };
}

/** The filters in the wire format, without empty groups. */
export function filtersOfCriteria({ type, values }: Criteria) {
  return { properties: { type, values: values.filter((group) => group.values.length > 0) } };
}

/** Converts a criterion about a person property or another cohort to a filter that the filter component can edit. */
export function filterOfCriterion({
  type,
  key,
  value,
  operator,
  negation,
}: Criterion): PropertyFilter {
  if (type === 'cohort') {
    return { type, key: 'id', value, operator: negation === true ? 'not_in' : 'in' };
  }
  return { type, key: String(key), value, operator: operator ?? 'exact' };
}

export function criterionOfFilter({ type, key, value, operator }: PropertyFilter): Criterion {
  if (type === 'cohort') {
    const [id] = Array.isArray(value) ? (value as unknown[]) : [value];
    return { type, key: 'id', value: Number(id), negation: operator === 'not_in' };
  }
  return { type: 'person', key, value, operator: operator ?? 'exact', negation: false };
}

/** Whether the builder has fields for a criterion. */
export function isEditable({ type, value, explicit_datetime: date }: Criterion): boolean {
  if (type === 'person' || type === 'cohort') return true;
  return (
    type === 'behavioral' &&
    (date ?? null) === null &&
    BEHAVIOURS.some((behaviour) => behaviour.value === value)
  );
}

export function newBehaviour(event: string): Criterion {
  return {
    ...{ type: 'behavioral', key: event, event_type: 'events', value: 'performed_event' },
    ...{ time_value: 30, time_interval: 'day', negation: false },
  };
}

/**
 * Changes the behaviour of a criterion: adds the fields that the new behaviour needs and removes those that it does not
 * have.
 */
export function withBehaviour(criterion: Criterion, value: string): Criterion {
  const { operator, operator_value, seq_time_value, seq_time_interval, ...rest } = criterion;
  const next = { ...rest, value };
  if (value === 'performed_event_multiple') {
    return { ...next, operator: operator ?? 'gte', operator_value: operator_value ?? 2 };
  }
  if (value === 'stopped_performing_event' || value === 'restarted_performing_event') {
    return {
      ...next,
      seq_time_value: seq_time_value ?? 7,
      seq_time_interval: seq_time_interval ?? 'day',
    };
  }
  return next;
}

/** The reasons why the cohort cannot be saved; empty if it can. */
export function cohortProblems({ name, isStatic, criteria }: CohortDraft): readonly string[] {
  const problems: string[] = [];
  if (name.trim() === '') problems.push('Enter a name for the cohort.');
  const criterionCount = criteria.values.flatMap(({ values }) => values).length;
  if (!isStatic && criterionCount === 0) problems.push('Add a criterion, or upload a list.');
  return problems;
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
