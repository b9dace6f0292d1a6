import { hasBehavioralFilters } from '@tidemark/contracts';
import type { CohortNode } from '@tidemark/contracts';
import type { Cohort } from '@tidemark/postgres';
import type { CohortCriteria } from '@tidemark/query-engine';

/** What decides who is in a cohort; null when nothing does. */
export function criteriaOf({ filters, query }: Cohort): CohortCriteria | null {
  const text = query?.['query'];
  if (typeof text === 'string') return { query: text };
  return filters === null ? null : { filters };
}

/** The key of the flag a static cohort is made of; null for any other cohort. */
export function flagOf({ query }: Cohort): string | null {
  const key = query?.['kind'] === 'FeatureFlag' ? query['key'] : null;
  return typeof key === 'string' ? key : null;
}

/** Do flags look members up, rather than decide by the person's properties? */
export function servesFlags({ isStatic, filters }: Cohort): boolean {
  if (isStatic || filters === null) return true;
  return hasBehavioralFilters(filters) || asksForColumns(filters.properties);
}

function asksForColumns(node: CohortNode): boolean {
  return 'values' in node ? node.values.some(asksForColumns) : node.type === 'person_metadata';
}
