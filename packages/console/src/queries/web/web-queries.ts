import type {
  WebGoalsQuery,
  WebOverviewQuery,
  WebStatsBreakdown,
  WebStatsTableQuery,
} from '@tidemark/contracts';
import { hogqlText } from '../hogql-text';
import type { Interval, SeriesNode, TrendsQuery } from '../insight/types';
import type { WebGoal, WebView } from './web-view';
import { fieldsOfTrends, sharedFields } from './web-view';

/** What stands for a view of a page. */
const VIEWS = ['$pageview', '$screen'] as const;

/** The condition of HogQL for views of pages. */
export const IS_VIEW = `event in (${VIEWS.map(hogqlText).join(', ')})`;

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
  const series =
    metric === 'conversions'
      ? view.goal === null
        ? viewsNode(CHART_MATHS.visitors)
        : goalNode(view.goal)
      : viewsNode(CHART_MATHS[metric]);
  return { kind: 'TrendsQuery', series: [series], interval, ...fieldsOfTrends(view) };
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

function viewsNode(fields: Pick<SeriesNode, 'math' | 'custom_name'>): SeriesNode {
  const nodes = VIEWS.map((event) => ({ kind: 'EventsNode' as const, event, name: event }));
  return { kind: 'GroupNode', operator: 'OR', nodes, name: VIEWS.join(' or '), ...fields };
}

function goalNode(goal: WebGoal): SeriesNode {
  const shared = {
    math: 'total' as const,
    custom_name: 'Conversions',
    ...(goal.properties && { properties: goal.properties }),
  };
  if ('actionId' in goal) return { kind: 'ActionsNode', id: goal.actionId, ...shared };
  return { kind: 'EventsNode', event: goal.customEventName, name: goal.customEventName, ...shared };
}

/** Filters of a view as `{filters}` of HogQL reads them. */
export function hogqlFilters(view: WebView, more: WebView['filters'] = []) {
  const { filters, leavesOutTestAccounts } = view;
  return {
    properties: [...filters, ...more],
    ...(leavesOutTestAccounts && { filterTestAccounts: true }),
  };
}

/** Who is on the site now: those of whom a browser or app sent something in the last minutes. */
export const LIVE_MINUTES = 5;

const IS_LIVE = `timestamp > now() - interval ${LIVE_MINUTES} minute and timestamp <= now()
  and notEmpty($session_id) and {filters}`;

/** One number: how many are on the site now. */
export function liveQuery(view: WebView) {
  return {
    kind: 'HogQLQuery',
    query: `select count(distinct person_id) from events where ${IS_LIVE}`,
    filters: hogqlFilters(view),
  };
}

/** The source of an `ActorsQuery` for those who are on the site now. */
export function livePeopleSource(view: WebView) {
  return {
    kind: 'HogQLQuery',
    query: `select person_id as actor_id, count() as event_count from events where ${IS_LIVE} group by actor_id`,
    filters: hogqlFilters(view),
  };
}
