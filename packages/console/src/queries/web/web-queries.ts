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

/** What stands for a view of a page. */
const VIEWS = ['$pageview', '$screen'] as const;

export function overviewQuery(view: WebView): WebOverviewQuery {
  return { kind: 'WebOverviewQuery', ...sharedFields(view) };
}

export function goalsQuery(view: WebView): WebGoalsQuery {
  // Goals are shown beside any chosen one.
  return { kind: 'WebGoalsQuery', ...sharedFields({ ...view, goal: null }) };
}

export type WebOrder = NonNullable<WebStatsTableQuery['orderBy']>;

/** A table by a value of visits; the numbers of pages are more than those of other values. */
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

/** What the chart over time can count. */
export const CHART_METRICS = ['visitors', 'views', 'sessions', 'conversions'] as const;
export type ChartMetric = (typeof CHART_METRICS)[number];

const CHART_MATHS = {
  visitors: { math: 'dau', custom_name: 'Visitors' },
  views: { math: 'total', custom_name: 'Views' },
  sessions: { math: 'unique_session', custom_name: 'Sessions' },
} as const;

/** Trends of one metric; without a goal there are no conversions, so visitors are counted. */
export function chartQuery(view: WebView, metric: ChartMetric, interval: Interval): TrendsQuery {
  const series = [chartSeries(view.goal, metric)];
  return { kind: 'TrendsQuery', series, interval, ...fieldsOfTrends(view) };
}

function chartSeries(goal: WebGoal | null, metric: ChartMetric): SeriesNode {
  if (metric !== 'conversions') return viewsNode(CHART_MATHS[metric]);
  if (goal === null) return viewsNode(CHART_MATHS.visitors);
  return { ...goalNode(goal), math: 'total', custom_name: 'Conversions' };
}

/** Visitors by hour of the week; two periods cannot be shown there. */
export function hoursQuery(view: WebView): TrendsQuery {
  return {
    kind: 'TrendsQuery',
    series: [viewsNode(CHART_MATHS.visitors)],
    trendsFilter: { display: 'CalendarHeatmap' },
    ...fieldsOfTrends({ ...view, compareTo: 'none' }),
  };
}

/** Views of pages as one series; with a goal also what reaches it, as both make a visit then. */
export function viewsNode(
  fields: Pick<SeriesNode, 'math' | 'custom_name'>,
  goal: WebGoal | null = null,
): SeriesNode {
  const views = VIEWS.map((event) => ({ kind: 'EventsNode' as const, event, name: event }));
  const nodes = goal === null ? views : [...views, goalNode(goal)];
  return { kind: 'GroupNode', operator: 'OR', nodes, name: VIEWS.join(' or '), ...fields };
}

/** What reaches a goal, as a series. */
export function goalNode(goal: WebGoal): EventsNode | ActionsNode {
  const properties = goal.properties ? { properties: goal.properties } : {};
  if ('actionId' in goal) return { kind: 'ActionsNode', id: goal.actionId, ...properties };
  const { customEventName: event } = goal;
  return { kind: 'EventsNode', event, name: event, ...properties };
}

/** Filters of a view as `{filters}` of HogQL reads them. */
export function hogqlFilters({ filters, leavesOutTestAccounts }: WebView) {
  return {
    properties: filters,
    ...(leavesOutTestAccounts && { filterTestAccounts: true }),
  };
}

/** Who is on the site now: those of whom a browser or app sent something in the last minutes. */
export const LIVE_MINUTES = 5;

/** The condition of HogQL for it. */
export const IS_LIVE = `timestamp > now() - interval ${LIVE_MINUTES} minute and timestamp <= now() and notEmpty($session_id)`;

/** One number: how many are on the site now. */
export function liveQuery(view: WebView) {
  return {
    kind: 'HogQLQuery',
    query: `select count(distinct person_id) from events where ${IS_LIVE} and {filters}`,
    filters: hogqlFilters(view),
  };
}
