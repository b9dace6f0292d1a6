import type { PropertyFilter } from '../filters/property-filter';
import { hogqlText } from '../hogql-text';
import type { PeopleBehind } from '../insight/people-behind';
import type { ExactRange } from './shape-web';
import { hogqlFilters, IS_VIEW, livePeopleSource } from './web-queries';
import type { WebGoal, WebView } from './web-view';

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

/** What of the people's events equals a number. */
const COUNTED: Readonly<
  Record<
    string,
    {
      readonly count: string;
      readonly of: 'visits' | 'goal';
      readonly comparable: 'people' | 'events';
    }
  >
> = {
  visitors: { count: 'count()', of: 'visits', comparable: 'people' },
  views: { count: 'count()', of: 'visits', comparable: 'events' },
  sessions: { count: 'count(distinct $session_id)', of: 'visits', comparable: 'events' },
  'total conversions': { count: 'count()', of: 'goal', comparable: 'events' },
  total_conversions: { count: 'count()', of: 'goal', comparable: 'events' },
  'unique conversions': { count: 'count()', of: 'goal', comparable: 'people' },
  unique_conversions: { count: 'count()', of: 'goal', comparable: 'people' },
};

/** The people behind a number of web analytics; null for one that nobody can be listed for, such as a rate. */
export function peopleBehindWeb(view: WebView, number: WebNumberBehind): PeopleBehind | null {
  const { title, what, value, range, row = [], isOfSessions } = number;
  const counted = COUNTED[what];
  const goal = view.goal === null ? null : goalCondition(view.goal);
  if (counted === undefined || (view.goal !== null && goal === null)) return null;
  if (counted.of === 'goal' && goal === null) return null;
  const visits = goal === null ? IS_VIEW : `(${IS_VIEW} or ${goal})`;
  const conditions = [
    counted.of === 'goal' ? goal : visits,
    within('timestamp', range),
    ...(isOfSessions ? ['notEmpty($session_id)', within('session.$start_timestamp', range)] : []),
    '{filters}',
  ];
  const query = `select person_id as actor_id, ${counted.count} as event_count from events
  where ${conditions.join('\n    and ')}
  group by actor_id`;
  const source = { kind: 'HogQLQuery', query, filters: hogqlFilters(view, row) };
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
  const query = `select person_id as actor_id, count() as event_count from events
  where matchesAction(${goal.id})
    and ${within('timestamp', goal.range)}
    and notEmpty($session_id)
    and {filters}
  group by actor_id`;
  return {
    title: `${goal.name}: people`,
    source: { kind: 'HogQLQuery', query, filters: hogqlFilters(view) },
    clicked: goal.people,
    comparable: 'people',
  };
}

/** Who is on the site now. */
export function peopleBehindLive(view: WebView, value: number): PeopleBehind {
  const source = livePeopleSource(view);
  return { title: 'Visitors now', source, clicked: value, comparable: 'people' };
}

/** Null for a goal with filters of its own, which `{filters}` cannot say. */
function goalCondition(goal: WebGoal): string | null {
  if (Array.isArray(goal.properties) && goal.properties.length > 0) return null;
  if ('actionId' in goal) return `matchesAction(${goal.actionId})`;
  return `event = ${hogqlText(goal.customEventName)}`;
}

/** Both ends are seconds of the range; what happened within the last second counts. */
export function within(time: string, { from, to }: ExactRange): string {
  return `${time} >= toDateTime(${hogqlText(from)}) and ${time} < toDateTime(${hogqlText(to)}) + interval 1 second`;
}
