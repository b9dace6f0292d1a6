import type {
  ActionsNode,
  EventsNode,
  WebGoalsQuery,
  WebOverviewQuery,
  WebStatsBreakdown,
  WebStatsTableQuery,
} from '@tidemark/contracts';
import type { Interval, SeriesNode, TrendsQuery } from '../insight/types';
import type { WebGoal, WebView } from './web-view';
import { fieldsOfTrends, sharedFields } from './web-view';

/** The events that count as a page view. */
const VIEWS = ['$pageview', '$screen'] as const;

export function overviewQuery(view: WebView): WebOverviewQuery {
  return { kind: 'WebOverviewQuery', ...sharedFields(view) };
}

export function goalsQuery(view: WebView): WebGoalsQuery {
  // The card of goals shows all goals, so the chosen goal is left out.
  return { kind: 'WebGoalsQuery', ...sharedFields({ ...view, goal: null }) };
}

export type WebOrder = NonNullable<WebStatsTableQuery['orderBy']>;

/** A table of visits by a value; tables of pages have additional numbers. */
export function tableQuery(
  view: WebView,
  breakdownBy: WebStatsBreakdown,
  { order, limit }: { readonly order: WebOrder | null; readonly limit: number },
): WebStatsTableQuery {
  return {
    kind: 'WebStatsTableQuery',
    breakdownBy,
    ...sharedFields(view),
    ...(breakdownBy !== 'FrustrationMetrics' && { includeBounceRate: true }),
    ...(breakdownBy === 'Page' && { includeAvgTimeOnPage: true }),
    ...(order !== null && { orderBy: order }),
    limit,
  };
}

/** The metrics of the chart. */
export const CHART_METRICS = ['visitors', 'views', 'sessions', 'conversions'] as const;
export type ChartMetric = (typeof CHART_METRICS)[number];

const CHART_MATHS = {
  visitors: { math: 'dau', custom_name: 'Visitors' },
  views: { math: 'total', custom_name: 'Views' },
  sessions: { math: 'unique_session', custom_name: 'Sessions' },
} as const;

/** A trend of one metric. Without a goal there are no conversions, so that visitors are counted instead. */
export function chartQuery(view: WebView, metric: ChartMetric, interval: Interval): TrendsQuery {
  const series = [chartSeries(view.goal, metric)];
  return { kind: 'TrendsQuery', series, interval, ...fieldsOfTrends(view) };
}

function chartSeries(goal: WebGoal | null, metric: ChartMetric): SeriesNode {
  if (metric !== 'conversions') return viewsNode(CHART_MATHS[metric]);
  if (goal === null) return viewsNode(CHART_MATHS.visitors);
  return { ...goalNode(goal), math: 'total', custom_name: 'Conversions' };
}

/** Visitors by hour of the week, without a comparison of periods. */
export function hoursQuery(view: WebView): TrendsQuery {
  return {
    kind: 'TrendsQuery',
    series: [viewsNode(CHART_MATHS.visitors)],
    trendsFilter: { display: 'CalendarHeatmap' },
    ...fieldsOfTrends({ ...view, compareTo: 'none' }),
  };
}

/**
 * Page views as one series. With a goal, the series includes the events of the goal, because either of them makes a
 * visit.
 */
export function viewsNode(
  fields: Pick<SeriesNode, 'math' | 'custom_name'>,
  goal: WebGoal | null = null,
): SeriesNode {
  const views = VIEWS.map((event) => ({ kind: 'EventsNode' as const, event, name: event }));
  const nodes = goal === null ? views : [...views, goalNode(goal)];
  return { kind: 'GroupNode', operator: 'OR', nodes, name: VIEWS.join(' or '), ...fields };
}

/** The events that reach a goal, as a series. */
export function goalNode(goal: WebGoal): EventsNode | ActionsNode {
  const properties = goal.properties ? { properties: goal.properties } : {};
  if ('actionId' in goal) return { kind: 'ActionsNode', id: goal.actionId, ...properties };
  const { customEventName: event } = goal;
  return { kind: 'EventsNode', event, name: event, ...properties };
}

/** The filters of a view for the placeholder `{filters}` of HogQL. */
export function hogqlFilters({ filters, leavesOutTestAccounts }: WebView) {
  return {
    properties: filters,
    ...(leavesOutTestAccounts && { filterTestAccounts: true }),
  };
}

/** A visitor is on the site now if a browser or an app sent an event in the last minutes. */
export const LIVE_MINUTES = 5;

/** The condition for visitors who are on the site now, in HogQL. */
export const IS_LIVE = `timestamp > now() - interval ${LIVE_MINUTES} minute and timestamp <= now() and notEmpty($session_id)`;

/** A query that returns the number of visitors who are on the site now. */
export function liveQuery(view: WebView) {
  return {
    kind: 'HogQLQuery',
    query: `select count(distinct person_id) from events where ${IS_LIVE} and {filters}`,
    filters: hogqlFilters(view),
  };
}
