import type { PropertyFilter } from '../filters/property-filter';

/** A criterion of the wire (`docs/wire/management.md#cohort-filters`). */
export interface Criterion {
  readonly type: string;
  readonly key: string | number;
  readonly value?: unknown;
  readonly operator?: string | null;
  readonly negation?: boolean;
  readonly [field: string]: unknown;
}

export type Junction = 'AND' | 'OR';

/** Criteria of which all, or any, have to hold. */
export interface CriteriaGroup {
  readonly type: Junction;
  readonly values: readonly Criterion[];
}

/** What the builder edits: groups of criteria, two levels as every client writes them. */
export interface Criteria {
  readonly type: Junction;
  readonly values: readonly CriteriaGroup[];
}

/** The editable fields of a cohort. */
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

/** A behaviour of persons that the builder can edit; other behaviours are shown and kept. */
export const BEHAVIOURS = [
  { value: 'performed_event', label: 'did' },
  { value: 'performed_event_multiple', label: 'did several times' },
  { value: 'performed_event_first_time', label: 'did for the first time' },
  { value: 'stopped_performing_event', label: 'stopped doing' },
  { value: 'restarted_performing_event', label: 'began again to do' },
] as const;

export const COUNTS = [
  { value: 'gte', label: 'at least' },
  { value: 'lte', label: 'at most' },
  { value: 'exact', label: 'exactly' },
] as const;

export const UNITS = ['hour', 'day', 'week', 'month', 'year'] as const;

/**
 * Reads the filters of a cohort; null when they are nested deeper than the builder shows. A criterion beside groups
 * becomes a group of its own, which means the same.
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

/** The wire's form; empty groups are left out. */
export function filtersOfCriteria({ type, values }: Criteria) {
  return { properties: { type, values: values.filter((group) => group.values.length > 0) } };
}

/** A criterion about a property of the person, or another cohort, as the filter component edits it. */
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

/** Another behaviour, with the fields that it needs and without those that it does not know. */
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

/** The problems to solve before the cohort can be saved; empty if there are none. */
export function cohortProblems({ name, isStatic, criteria }: CohortDraft): readonly string[] {
  const problems: string[] = [];
  if (name.trim() === '') problems.push('The cohort needs a name.');
  const criterionCount = criteria.values.flatMap(({ values }) => values).length;
  if (!isStatic && criterionCount === 0) problems.push('Add a criterion, or upload a list.');
  return problems;
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
