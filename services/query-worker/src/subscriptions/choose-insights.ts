import { MAX_SUBSCRIPTION_INSIGHTS, queryRequestSchema } from '@tidemark/contracts';
import type {
  Dashboard,
  DashboardRepository,
  DashboardTile,
  DashboardTileStore,
  Insight,
  InsightRepository,
  Subscription,
} from '@tidemark/postgres';
import type { QueryOverrides } from '@tidemark/query-engine';

/** An insight with the overrides of its dashboard. */
export interface ChosenInsight {
  readonly insight: Insight;
  readonly overrides: Pick<QueryOverrides, 'filters' | 'variables'>;
}

/** The insights that a subscription delivers. */
export interface Choice {
  readonly resource: {
    readonly type: 'insight' | 'dashboard';
    readonly id: number;
    readonly name: string;
    readonly path: string;
  };
  readonly insights: readonly ChosenInsight[];
  /** The number of insights, including the omitted ones. */
  readonly total: number;
}

interface ChoiceDeps {
  readonly insights: Pick<InsightRepository, 'find'>;
  readonly dashboards: Pick<DashboardRepository, 'find'>;
  readonly tiles: Pick<DashboardTileStore, 'listOf'>;
}

/** Returns null if the insight or the dashboard was deleted. */
export async function chooseInsights(
  deps: ChoiceDeps,
  { projectId, insightId, dashboardId, exportInsights }: Subscription,
): Promise<Choice | null> {
  if (insightId !== null) return oneInsight(deps, projectId, insightId);
  const dashboard =
    dashboardId === null ? null : await deps.dashboards.find(projectId, dashboardId);
  if (dashboard === null) return null;
  const tiles = await deps.tiles.listOf(projectId, dashboard.id);
  const placed = tiles
    .flatMap(({ tile, insight }) => (insight === null ? [] : [{ tile, insight }]))
    .sort((one, other) => placeOf(one.tile) - placeOf(other.tile));
  const wanted = new Set(exportInsights);
  const selected =
    wanted.size === 0 ? placed : placed.filter(({ insight }) => wanted.has(insight.id));
  return {
    resource: {
      type: 'dashboard',
      id: dashboard.id,
      name: dashboard.name ?? 'Dashboard without a name',
      path: `/dashboard/${dashboard.id}`,
    },
    insights: selected
      .slice(0, MAX_SUBSCRIPTION_INSIGHTS)
      .map(({ tile, insight }) => ({ insight, overrides: overridesOf(dashboard, tile) })),
    total: placed.length,
  };
}

async function oneInsight(
  { insights }: Pick<ChoiceDeps, 'insights'>,
  projectId: number,
  id: number,
): Promise<Choice | null> {
  const insight = await insights.find(projectId, { id });
  if (insight === null || insight.deleted) return null;
  return {
    resource: {
      type: 'insight',
      id,
      name: nameOfInsight(insight),
      path: `/insights/${insight.shortId}`,
    },
    insights: [{ insight, overrides: { filters: {}, variables: {} } }],
    total: 1,
  };
}

export function nameOfInsight({ name, derivedName }: Insight): string {
  return name || derivedName || 'Insight without a name';
}

/** The reading order of tiles: rows from the top, each from the left; tiles without a place come last. */
function placeOf({ id, layouts }: DashboardTile): number {
  const { x, y } = (layouts['sm'] ?? {}) as { readonly x?: unknown; readonly y?: unknown };
  const isPlaced = typeof x === 'number' && typeof y === 'number';
  return isPlaced ? y * 1_000 + x : 1e9 + id;
}

/** The filters of the dashboard, overridden by those of the tile. */
function overridesOf(dashboard: Dashboard, tile: DashboardTile): ChosenInsight['overrides'] {
  const filters = { ...dashboard.filters, ...tile.filtersOverrides };
  const parsed = queryRequestSchema.shape.filters_override.safeParse(filters);
  return {
    filters: (parsed.success ? parsed.data : null) ?? {},
    variables: dashboard.variables,
  };
}
