import { alertConditionSchema } from '@tidemark/contracts';
import { neededDateFrom } from './needed-dates';
import type { AlertParts } from './problem-of-alert';
import { problemOfAlert } from './problem-of-alert';

const series = [{ kind: 'EventsNode', event: 'a' }];
const trends = { kind: 'TrendsQuery', series };
const total = { ...trends, trendsFilter: { display: 'BoldNumber' } };
const funnel = { kind: 'FunnelsQuery', series: [...series, ...series] };
const overTime = { ...funnel, funnelsFilter: { funnelVizType: 'trends' } };
const statement = { kind: 'HogQLQuery', query: 'select 1' };
const deviation = alertConditionSchema.parse({ type: 'weekday_deviation' });
const parts: AlertParts = {
  query: trends,
  condition: { type: 'absolute_value' },
  threshold: { type: 'absolute', bounds: { lower: 1 } },
  config: { type: 'TrendsAlertConfig' },
  scheduleRestriction: null,
};
const relative = { condition: { type: 'relative_decrease' } } as const;
const funnels = (more: object = {}) =>
  ({ config: { type: 'FunnelsAlertConfig', ...more } }) as Pick<AlertParts, 'config'>;
const hogql = (more: object = {}) =>
  ({ config: { type: 'HogQLAlertConfig', ...more } }) as Pick<AlertParts, 'config'>;

it.each<[string, Partial<AlertParts>]>([
  ['a line', {}],
  [
    'a formula',
    {
      query: { ...trends, trendsFilter: { formulas: ['A', 'A*2'] } },
      config: { type: 'TrendsAlertConfig', series_index: 1 },
    },
  ],
  ['a total', { query: total }],
  ['a change', relative],
  ['a weekday', { condition: deviation, threshold: null }],
  ['a funnel', { query: funnel, ...funnels({ funnel_step: 1 }) }],
  ['a funnel over time', { query: overTime, ...funnels(), ...relative }],
  ['a statement', { query: statement, ...hogql(), ...relative }],
])('%s can have an alert', (_, changes) => {
  expect(problemOfAlert({ ...parts, ...changes })).toBeNull();
});

it.each<[string, Partial<AlertParts>]>([
  ['insight', { query: { kind: 'RetentionQuery' } }],
  ['insight', { query: { ...funnel, funnelsFilter: { funnelVizType: 'flow' } } }],
  ['insight', { query: { ...trends, trendsFilter: { display: 'CalendarHeatmap' } } }],
  ['config', { query: statement }],
  ['config', { config: { type: 'TrendsAlertConfig', series_index: 1 } }],
  ['config', { query: funnel, ...funnels({ funnel_step: 2 }) }],
  ['config', { query: funnel, ...funnels({ funnel_step: 0, metric: 'conversion_from_previous' }) }],
  ['config', { query: funnel, ...funnels({ check_ongoing_interval: true }) }],
  ['config', { query: overTime, ...funnels({ funnel_step: 1 }) }],
  ['config', { query: statement, ...hogql({ evaluation: 'any_row' }), ...relative }],
  ['condition', { query: total, ...relative }],
  ['condition', { query: { ...trends, interval: 'week' }, condition: deviation, threshold: null }],
  [
    'condition',
    {
      ...{ condition: deviation, threshold: null },
      config: { type: 'TrendsAlertConfig', check_ongoing_interval: true },
    },
  ],
  ['threshold__configuration', { threshold: null }],
  ['threshold__configuration', { threshold: { type: 'absolute', bounds: {} } }],
  ['threshold__configuration', { threshold: { type: 'absolute', bounds: { lower: 2, upper: 1 } } }],
  ['threshold__configuration', { threshold: { type: 'percentage', bounds: { lower: 1 } } }],
  ['threshold__configuration', { condition: deviation }],
  [
    'threshold__configuration',
    { config: { type: 'TrendsAlertConfig', check_ongoing_interval: true } },
  ],
  [
    'schedule_restriction',
    {
      scheduleRestriction: {
        blocked_windows: [
          { start: '00:00', end: '23:59' },
          { start: '23:00', end: '00:00' },
        ],
      },
    },
  ],
])('a mistake in %s (%#)', (attr, changes) => {
  expect(problemOfAlert({ ...parts, ...changes })?.attr).toBe(attr);
});

const HIDDEN = { hideIncompleteConversionWindowPeriods: true };

it.each<[object, AlertParts['condition'], string | null]>([
  [trends, { type: 'absolute_value' }, '-3d'],
  [{ ...trends, interval: 'hour' }, { type: 'relative_increase' }, '-3h'],
  [{ ...trends, trendsFilter: { smoothingIntervals: 7 } }, { type: 'absolute_value' }, '-9d'],
  [{ ...trends, interval: 'hour' }, deviation, '-58d'],
  [overTime, { type: 'absolute_value' }, '-3d'],
  [total, { type: 'absolute_value' }, null],
  [
    { ...trends, trendsFilter: { display: 'ActionsLineGraphCumulative' } },
    { type: 'absolute_value' },
    null,
  ],
  [statement, { type: 'absolute_value' }, null],
  [{ ...trends, dateRange: { daysOfWeek: [1] } }, { type: 'relative_decrease' }, '-21d'],
  [
    { ...trends, interval: 'week', dateRange: { daysOfWeek: [1] } },
    { type: 'absolute_value' },
    '-3w',
  ],
  [
    { ...overTime, funnelsFilter: { ...HIDDEN, funnelVizType: 'trends' } },
    { type: 'absolute_value' },
    null,
  ],
])('the dates of %j', (query, condition, dateFrom) => {
  expect(neededDateFrom(query as Record<string, unknown>, condition)).toBe(dateFrom);
});
