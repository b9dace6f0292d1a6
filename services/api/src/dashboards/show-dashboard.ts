import type { DashboardBody, DashboardTileBody } from '@tidemark/contracts';
import type { Dashboard, DashboardTile, Insight, User } from '@tidemark/postgres';
import type { ServerCaller } from '../auth/access';
import { shownQuery } from '../insights/effective-query';
import { insightBody, insightPeople } from '../insights/insight-body';
import type { InsightOutcome } from '../insights/insight-body';
import { insightOutcome } from '../insights/insight-result';
import { peopleOf } from '../resource';
import { dashboardBody } from './dashboard-body';
import { dashboardOverrides, tileParameters } from '../insights/dashboard-overrides';
import type { DashboardRouteDeps } from './deps';
import { inLayoutOrder } from './tile-layout';

type Caller = Pick<ServerCaller, 'key' | 'project'>;
type Deps = Pick<DashboardRouteDeps, 'tiles' | 'users' | 'engine' | 'maxRows'>;

/** A dashboard with its insights and, as `refresh` says, their results. */
export async function showDashboard(
  deps: Deps,
  caller: Caller,
  dashboard: Dashboard,
  parameters: URLSearchParams,
  signal: AbortSignal,
): Promise<DashboardBody> {
  const { project } = caller;
  const overrides = dashboardOverrides(dashboard, parameters);
  const size = parameters.get('layoutSize') ?? parameters.get('layout_size');
  const placed = inLayoutOrder(
    await deps.tiles.listOf(project.id, dashboard.id),
    size === 'xs' ? 'xs' : 'sm',
  );
  const insights = placed.flatMap(({ insight }) => insight ?? []);
  const places = await deps.tiles.listPlaces(
    project.id,
    insights.map(({ id }) => id),
  );
  const people = await peopleOf(deps.users, [dashboard, ...insights], (thing) =>
    'shortId' in thing ? insightPeople(thing) : [thing.createdById],
  );
  const tiles: DashboardTileBody[] = [];
  // One after the other: a dashboard must not take all of the project's turns.
  for (const one of placed) {
    const asked = tileParameters(overrides, one.tile, parameters);
    const outcome =
      one.insight === null
        ? { response: null }
        : await insightOutcome(deps, caller, one.insight, asked, signal);
    const insight = one.insight && tileInsight(one.insight, asked, places, people, outcome);
    tiles.push(tileBody(one.tile, insight, tiles.length, outcome));
  }
  return dashboardBody(dashboard, people, tiles, overrides);
}

/** The insight of a tile, with the query that was run and with the saved one. */
function tileInsight(
  insight: Insight,
  parameters: URLSearchParams,
  places: readonly DashboardTile[],
  people: ReadonlyMap<number, User>,
  outcome: InsightOutcome,
): NonNullable<DashboardTileBody['insight']> {
  const query = shownQuery(insight.query, parameters, outcome);
  return {
    ...insightBody({ ...insight, query }, people, places, { response: outcome.response }),
    persisted_query: insight.query && { ...insight.query },
  };
}

function tileBody(
  tile: DashboardTile,
  insight: DashboardTileBody['insight'],
  order: number,
  { error }: InsightOutcome,
): DashboardTileBody {
  return {
    id: tile.id,
    insight,
    text: tile.text === null ? null : { id: tile.id, body: tile.text },
    button_tile: null,
    layouts: { ...tile.layouts },
    color: tile.color,
    filters_overrides: tile.filtersOverrides && { ...tile.filtersOverrides },
    show_description: tile.showDescription,
    transparent_background: tile.transparentBackground,
    order,
    last_refresh: insight?.last_refresh ?? null,
    is_cached: insight?.is_cached ?? false,
    ...(error !== undefined && { error: { ...error } }),
  };
}
