import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client';
import type { QueryNode } from '../../queries/query-link';

export interface DashboardEntry {
  readonly id: number;
  readonly name: string | null;
  readonly created_at: string;
  readonly created_by: { readonly email: string } | null;
}

/** An insight on a dashboard. */
export interface TileInsight {
  readonly id: number;
  readonly short_id: string;
  readonly name: string | null;
  readonly derived_name: string | null;
  readonly query: QueryNode | null;
  readonly dashboards: readonly number[];
}

interface Tile {
  readonly id: number;
  /** Null for a tile of text, which another client made. */
  readonly insight: TileInsight | null;
}

export interface Dashboard extends DashboardEntry {
  readonly tiles: readonly Tile[];
}

interface Page<T> {
  readonly count: number;
  readonly results: readonly T[];
}

export function dashboardListQuery(projectId: number) {
  return queryOptions({
    queryKey: ['dashboards', projectId],
    queryFn: async ({ signal }) => {
      const path = `/api/projects/${projectId}/dashboards/?limit=300`;
      return (await request<Page<DashboardEntry>>('GET', path, { signal })).results;
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

export function reorderTiles(
  projectId: number,
  id: number,
  order: readonly number[],
): Promise<Dashboard> {
  const body = { tile_order: order };
  return request('POST', `${pathOf(projectId, String(id))}reorder_tiles/`, { body });
}

/** The saved insights whose name holds the search. */
export function insightChoicesQuery(projectId: number, search: string) {
  return queryOptions({
    queryKey: ['insight-choices', projectId, search],
    queryFn: async ({ signal }) => {
      const parameters = new URLSearchParams({ saved: 'true', search, limit: '50' });
      const path = `/api/projects/${projectId}/insights/?${parameters.toString()}`;
      return (await request<Page<TileInsight>>('GET', path, { signal })).results;
    },
  });
}

/** Puts an insight on a dashboard, or takes it from there. */
export function putOnDashboard(
  projectId: number,
  insight: TileInsight,
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
