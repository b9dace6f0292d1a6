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
  /** The key of a figure, or the name of a table column. */
  readonly what: string;
  readonly value: number;
  /** The range that the numbers were computed for. */
  readonly range: ExactRange;
  /** The filters that select a row of a table; without them, all visits count. */
  readonly row?: readonly PropertyFilter[];
  /** Whether only visits that began in the range count, as in the overview and in comparisons of two periods. */
  readonly isOfSessions: boolean;
}

interface Counted {
  readonly of: 'visits' | 'goal';
  readonly comparable: PeopleBehind['comparable'];
}

/** For each number: the events that it counts, and whether a count of people or of events must equal it. */
const COUNTED: Readonly<Record<string, Counted>> = {
  visitors: { of: 'visits', comparable: 'people' },
  views: { of: 'visits', comparable: 'events' },
  sessions: { of: 'visits', comparable: null },
  'total conversions': { of: 'goal', comparable: 'events' },
  total_conversions: { of: 'goal', comparable: 'events' },
  'unique conversions': { of: 'goal', comparable: 'people' },
  unique_conversions: { of: 'goal', comparable: 'people' },
};

/** The people behind a number of web analytics; null for a number without people, such as a rate. */
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

/** The people who reached a goal of the project, which is an action. */
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

/** The people who are on the site now (`IS_LIVE`). */
export function peopleBehindLive(view: WebView, value: number): PeopleBehind {
  const node: SeriesNode = { kind: 'EventsNode', event: null, name: 'All events' };
  const source = actorsOf(view, node, { range: null, conditions: [IS_LIVE] });
  return { title: 'Visitors now', source, clicked: value, comparable: 'people' };
}

interface Narrowed {
  /** The range of the query; null stands for the last hour. */
  readonly range: ExactRange | null;
  readonly row?: readonly PropertyFilter[];
  /** Conditions in HogQL. */
  readonly conditions: readonly string[];
}

/** A trends actors query, because it also lists people without a profile, as most visitors of a site are. */
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

/** A condition in HogQL. Both ends have a precision of one second, and the whole last second is part of the range. */
export function within(time: string, { from, to }: ExactRange): string {
  return `${time} >= toDateTime(${hogqlText(from)}) and ${time} < toDateTime(${hogqlText(to)}) + interval 1 second`;
}
