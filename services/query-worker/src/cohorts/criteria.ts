import { hasBehavioralFilters } from '@tidemark/contracts';
import type { CohortFilters, CohortNode } from '@tidemark/contracts';
import type { Cohort } from '@tidemark/postgres';
import type { CohortCriteria } from '@tidemark/query-engine';

/** The criteria that decide who is a member of a cohort; null if there are none. */
export function criteriaOf({ filters, query }: Cohort): CohortCriteria | null {
  const text = query?.['query'];
  if (typeof text === 'string') return { query: text };
  const source = query?.['kind'] === 'Cohort' ? Number(query['id']) : null;
  if (source !== null) return { filters: membersOf(source) };
  return filters === null ? null : { filters };
}

/** Criteria for the members of another cohort at its last calculation. */
function membersOf(id: number): CohortFilters {
  const member = { type: 'cohort', key: 'id', value: id, negation: false } as const;
  return { properties: { type: 'AND', values: [member] } };
}

/** The key of the flag from which a static cohort is created; null for any other cohort. */
export function flagOf({ query }: Cohort): string | null {
  const key = query?.['kind'] === 'FeatureFlag' ? query['key'] : null;
  return typeof key === 'string' ? key : null;
}

/** Whether flags look members up instead of evaluating the person's properties. */
export function servesFlags({ isStatic, filters }: Cohort): boolean {
  if (isStatic || filters === null) return true;
  return hasBehavioralFilters(filters) || asksForColumns(filters.properties);
}

function asksForColumns(node: CohortNode): boolean {
  return 'values' in node ? node.values.some(asksForColumns) : node.type === 'person_metadata';
}
