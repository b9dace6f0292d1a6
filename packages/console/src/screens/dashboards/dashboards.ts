import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client';
import type { QueryNode } from '../../queries/query-link';

export interface DashboardEntry {
  readonly id: number;
  readonly name: string | null;
  readonly created_at: string;
  readonly created_by: { readonly email: string } | null;
  readonly pinned: boolean;
}

/** An insight that can be on a dashboard. */
export interface InsightChoice {
  readonly id: number;
  readonly short_id: string;
  readonly name: string | null;
  readonly derived_name: string | null;
  readonly query: QueryNode | null;
  readonly dashboards: readonly number[];
}

/** An insight on a dashboard. Its `query` has the saved filters of the dashboard. */
export interface TileInsight extends InsightChoice {
  /** The saved query, without filters of the dashboard. */
  readonly persisted_query: QueryNode | null;
}

export interface Tile {
  readonly id: number;
  /** Null if the tile is a text. */
  readonly insight: TileInsight | null;
  readonly text: { readonly body: string } | null;
  readonly layouts: Readonly<Record<string, unknown>>;
  readonly filters_overrides: Readonly<Record<string, unknown>> | null;
}

export interface Dashboard extends DashboardEntry {
  readonly description: string;
  readonly tiles: readonly Tile[];
  /** The saved filters of all tiles; null if none are saved. */
  readonly persisted_filters: Readonly<Record<string, unknown>> | null;
}

interface Page<T> {
  readonly count: number;
  readonly results: readonly T[];
}

/** The number of dashboards on a page of the list. */
export const DASHBOARD_ROWS = 100;

/** A page of the dashboards whose name, description or tag contains the text. */
export function dashboardListQuery(
  projectId: number,
  choice: { readonly text: string; readonly offset: number },
) {
  const { text, offset } = choice;
  return queryOptions({
    queryKey: ['dashboards', projectId, choice],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const parameters = new URLSearchParams({
        limit: String(DASHBOARD_ROWS),
        offset: String(offset),
        ...(text !== '' && { search: text }),
      });
      const path = `/api/projects/${projectId}/dashboards/?${parameters.toString()}`;
      return request<Page<DashboardEntry>>('GET', path, { signal });
    },
  });
}

export function dashboardQuery(projectId: number, id: string) {
  return queryOptions({
    queryKey: ['dashboard', projectId, id],
    queryFn: ({ signal }) => request<Dashboard>('GET', pathOf(projectId, id), { signal }),
  });
}

export function createDashboard(projectId: number, name: string): Promise<DashboardEntry> {
  return request('POST', `/api/projects/${projectId}/dashboards/`, { body: { name } });
}

export interface DashboardChange {
  readonly name?: string;
  readonly description?: string;
  readonly pinned?: boolean;
  readonly deleted?: boolean;
  readonly filters?: Readonly<Record<string, unknown>>;
  readonly tiles?: readonly TileChange[];
}

interface TileChange {
  /** The id of the text; undefined creates a new one. */
  readonly id?: number;
  readonly text?: { readonly body: string };
  readonly layouts?: Readonly<Record<string, unknown>>;
  readonly deleted?: boolean;
}

export function changeDashboard(
  projectId: number,
  id: number,
  change: DashboardChange,
): Promise<Dashboard> {
  return request('PATCH', pathOf(projectId, String(id)), { body: change });
}

/** Creates a dashboard with the same insights, texts and layout. */
export function duplicateDashboard(
  projectId: number,
  { id, name }: DashboardEntry,
): Promise<DashboardEntry> {
  const body = { name: `${name || `Dashboard ${id}`} (copy)`.slice(0, 400), use_dashboard: id };
  return request('POST', `/api/projects/${projectId}/dashboards/`, { body });
}

/** The saved insights whose name contains the search text. */
export function insightChoicesQuery(projectId: number, search: string) {
  return queryOptions({
    queryKey: ['insight-choices', projectId, search],
    queryFn: ({ signal }) => {
      const parameters = new URLSearchParams({ saved: 'true', search, limit: '50' });
      const path = `/api/projects/${projectId}/insights/?${parameters.toString()}`;
      return request<Page<InsightChoice>>('GET', path, { signal });
    },
  });
}

/** Adds an insight to a dashboard, or removes it. */
export function putOnDashboard(
  projectId: number,
  insight: InsightChoice,
  dashboardId: number,
  isOn: boolean,
): Promise<unknown> {
  const others = insight.dashboards.filter((id) => id !== dashboardId);
  const dashboards = isOn ? [...others, dashboardId] : others;
  const path = `/api/projects/${projectId}/insights/${encodeURIComponent(insight.short_id)}/`;
  return request('PATCH', path, { body: { dashboards } });
}

function pathOf(projectId: number, id: string): string {
  return `/api/projects/${projectId}/dashboards/${encodeURIComponent(id)}/`;
}
