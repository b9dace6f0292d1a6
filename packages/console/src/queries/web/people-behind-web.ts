import type { PropertyFilter } from '../filters/property-filter';
import { hogqlText } from '../hogql-text';
import type { PeopleBehind } from '../insight/people-behind';
import type { SeriesNode, TrendsQuery } from '../insight/types';
import type { ExactRange } from './shape-web';
import { goalNode, IS_LIVE, viewsNode } from './web-queries';
import type { WebView } from './web-view';
import { fieldsOfTrends } from './web-view';

interface WebNumberBehind {
  readonly title: string;
  /** The key of a figure, or the name of a column. */
  readonly what: string;
  readonly value: number;
  /** The range that the figures were computed over. */
  readonly range: ExactRange;
  /** The filters of the row; without them all visits. */
  readonly row?: readonly PropertyFilter[];
  /** Only visits that began in the range count, as in the overview and wherever two periods are compared. */
  readonly isOfSessions: boolean;
}

interface Counted {
  readonly of: 'visits' | 'goal';
  readonly comparable: PeopleBehind['comparable'];
}

/** What of the people's events equals a number. */
const COUNTED: Readonly<Record<string, Counted>> = {
  visitors: { of: 'visits', comparable: 'people' },
  views: { of: 'visits', comparable: 'events' },
  sessions: { of: 'visits', comparable: null },
  'total conversions': { of: 'goal', comparable: 'events' },
  total_conversions: { of: 'goal', comparable: 'events' },
  'unique conversions': { of: 'goal', comparable: 'people' },
  unique_conversions: { of: 'goal', comparable: 'people' },
};

/** The people behind a number of web analytics; null for one that nobody can be listed for, such as a rate. */
export function peopleBehindWeb(view: WebView, number: WebNumberBehind): PeopleBehind | null {
  const { title, what, value, range, row = [], isOfSessions } = number;
  const { goal } = view;
  const counted = COUNTED[what];
  if (counted === undefined || (counted.of === 'goal' && goal === null)) return null;
  const node = counted.of === 'goal' && goal !== null ? goalNode(goal) : viewsNode({}, goal);
  const conditions = isOfSessions
    ? ['notEmpty($session_id)', within('session.$start_timestamp', range)]
    : [];
  const source = actorsOf(view, node, { range, row, conditions });
  return { title, source, clicked: value, comparable: counted.comparable };
}

/** Who reached a goal of the project: an action. */
export function peopleBehindGoal(
  view: WebView,
  goal: {
    readonly id: number;
    readonly name: string;
    readonly people: number;
    readonly range: ExactRange;
  },
): PeopleBehind {
  const { id, name, people, range } = goal;
  const conditions = ['notEmpty($session_id)'];
  const source = actorsOf(view, goalNode({ actionId: id }), { range, conditions });
  return { title: `${name}: people`, source, clicked: people, comparable: 'people' };
}

/** Who is on the site now. */
export function peopleBehindLive(view: WebView, value: number): PeopleBehind {
  const node: SeriesNode = { kind: 'EventsNode', event: null, name: 'All events' };
  const source = actorsOf(view, node, { range: null, conditions: [IS_LIVE] });
  return { title: 'Visitors now', source, clicked: value, comparable: 'people' };
}

interface Narrowed {
  /** Null: the last hour. */
  readonly range: ExactRange | null;
  readonly row?: readonly PropertyFilter[];
  /** Conditions of HogQL. */
  readonly conditions: readonly string[];
}

/** Actors of trends, which also lists people without a profile: most visitors of a site have none. */
function actorsOf(view: WebView, node: SeriesNode, narrowed: Narrowed): PeopleBehind['source'] {
  const { range, row = [], conditions } = narrowed;
  const fields = fieldsOfTrends({
    ...view,
    compareTo: 'none',
    filters: [
      ...view.filters,
      ...row,
      ...conditions.map((condition) => ({ type: 'hogql', key: condition })),
    ],
  });
  const source: TrendsQuery = {
    kind: 'TrendsQuery',
    series: [node],
    trendsFilter: { display: 'BoldNumber' },
    ...fields,
    dateRange:
      range === null
        ? { date_from: '-1h' }
        : { date_from: range.from, date_to: `${range.to}.999999`, explicitDate: true },
  };
  return { kind: 'InsightActorsQuery', source, series: 0 };
}

/** A condition of HogQL; both ends are seconds of the range, and what happened within the last one counts. */
export function within(time: string, { from, to }: ExactRange): string {
  return `${time} >= toDateTime(${hogqlText(from)}) and ${time} < toDateTime(${hogqlText(to)}) + interval 1 second`;
}
