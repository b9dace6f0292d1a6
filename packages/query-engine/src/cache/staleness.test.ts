import { findQueryKind } from '../kinds/registry';
import { freshFor, isSettled } from './staleness';

const stalenessOf = (kind: string) => findQueryKind(kind)?.staleness ?? 'not_stored';
const project = { id: 1, timezone: 'UTC', weekStartDay: 0 };
const MINUTES = 60_000;
const HOURS = 60 * MINUTES;

it.each<[string, object, number, number]>([
  ['HogQLQuery', {}, 5 * MINUTES, 15 * MINUTES],
  ['EventsQuery', {}, 5 * MINUTES, 15 * MINUTES],
  ['ActorsQuery', { interval: 'month' }, 5 * MINUTES, 15 * MINUTES],
  ['TrendsQuery', { interval: 'minute' }, 5 * MINUTES, 15 * MINUTES],
  ['TrendsQuery', { interval: 'hour' }, HOURS, 2 * HOURS],
  ['TrendsQuery', { interval: 'day' }, 6 * HOURS, 12 * HOURS],
  ['TrendsQuery', { interval: 'week' }, 24 * HOURS, 24 * HOURS],
  ['TrendsQuery', { interval: 'month' }, 48 * HOURS, 48 * HOURS],
  ['TrendsQuery', {}, 6 * HOURS, 12 * HOURS],
  ['PathsQuery', {}, 6 * HOURS, 12 * HOURS],
  ['FunnelCorrelationQuery', { source: {} }, 5 * MINUTES, 15 * MINUTES],
  ['CalendarHeatmapQuery', { interval: 'hour' }, 6 * HOURS, 12 * HOURS],
  ['WebOverviewQuery', { interval: 'month' }, 6 * HOURS, 12 * HOURS],
])('%s %j', (kind, more, very, somewhat) => {
  expect(freshFor({ kind, ...more }, stalenessOf(kind))).toEqual({ very, somewhat });
});

const at = { lastRefresh: new Date('2026-03-10T12:00:00Z'), now: new Date('2026-03-20T12:00:00Z') };
const past = { dateRange: { date_from: '2026-01-01', date_to: '2026-02-01', explicitDate: null } };

it.each<[string, object, boolean]>([
  ['TrendsQuery', past, true],
  ['RetentionQuery', past, true],
  ['WebStatsTableQuery', past, true],
  ['FunnelCorrelationQuery', past, false],
  ['TrendsQuery', { dateRange: null }, false],
  ['TrendsQuery', { dateRange: { date_from: '-7d' } }, false],
  ['HogQLQuery', { filters: past }, false],
])('%s %j is settled: %s', (kind, more, settled) => {
  expect(isSettled({ kind, ...more }, stalenessOf(kind), project, at)).toBe(settled);
});
