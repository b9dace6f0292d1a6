import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client';
import type { QueryNode } from '../../queries/query-link';

/** The fields of a saved insight that the console reads. */
export interface SavedInsight {
  readonly id: number;
  readonly short_id: string;
  readonly name: string | null;
  readonly derived_name: string | null;
  readonly description: string | null;
  readonly query: QueryNode | null;
  readonly dashboards: readonly number[];
  readonly last_modified_at: string;
  readonly last_modified_by: { readonly email: string } | null;
}

interface Page<T> {
  readonly count: number;
  readonly results: readonly T[];
}

/** The fields of an insight that can be changed. */
export interface InsightChange {
  readonly name?: string;
  readonly query?: QueryNode;
  readonly dashboards?: readonly number[];
  readonly deleted?: boolean;
}

export const PAGE_OF_INSIGHTS = 50;

/** The search, filter and page of the list of insights. */
export interface InsightChoice {
  readonly search: string;
  /** The type of insight in the API, such as `FUNNELS`; empty for all types. */
  readonly kind: string;
  readonly page: number;
}

export function insightListQuery(projectId: number, choice: InsightChoice) {
  const { search, kind, page } = choice;
  return queryOptions({
    queryKey: ['insights', projectId, choice],
    queryFn: ({ signal }) => {
      const parameters = new URLSearchParams({
        saved: 'true',
        search,
        ...(kind !== '' && { insight: kind }),
        order: '-last_modified_at',
        limit: String(PAGE_OF_INSIGHTS),
        offset: String((page - 1) * PAGE_OF_INSIGHTS),
      });
      const path = `/api/projects/${projectId}/insights/?${parameters.toString()}`;
      return request<Page<SavedInsight>>('GET', path, { signal });
    },
  });
}

/**
 * Loads a saved insight.
 *
 * @param id the short id, or the number as text
 */
export function insightQuery(projectId: number, id: string) {
  return queryOptions({
    queryKey: ['insight', projectId, id],
    queryFn: ({ signal }) => request<SavedInsight>('GET', pathOf(projectId, id), { signal }),
  });
}

/** Records that the user opened an insight. */
export function noteViewed(projectId: number, id: number): Promise<void> {
  return request('POST', `/api/projects/${projectId}/insights/${id}/viewed/`);
}

export function createInsight(projectId: number, change: InsightChange): Promise<SavedInsight> {
  const path = `/api/projects/${projectId}/insights/`;
  return request('POST', path, { body: { ...change, saved: true } });
}

export function changeInsight(
  projectId: number,
  id: string,
  change: InsightChange,
): Promise<SavedInsight> {
  return request('PATCH', pathOf(projectId, id), { body: change });
}

interface DashboardName {
  readonly id: number;
  readonly name: string | null;
}

/** The first dashboards whose name contains the text, and the number of all of them. */
export function dashboardNamesQuery(projectId: number, search: string) {
  return queryOptions({
    queryKey: ['dashboard-names', projectId, search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const parameters = new URLSearchParams({ search, limit: '50' });
      const path = `/api/projects/${projectId}/dashboards/?${parameters.toString()}`;
      return request<Page<DashboardName>>('GET', path, { signal });
    },
  });
}

export function createDashboard(projectId: number, name: string): Promise<DashboardName> {
  return request('POST', `/api/projects/${projectId}/dashboards/`, { body: { name } });
}

/** Wraps a query in the node in which saved insights store it. */
export function savedNode(source: QueryNode): QueryNode {
  return { kind: 'InsightVizNode', source } as QueryNode;
}

function pathOf(projectId: number, id: string): string {
  return `/api/projects/${projectId}/insights/${encodeURIComponent(id)}/`;
}
