import * as fc from 'fast-check';
import type { FilterTree, Series } from '@tidemark/testing';
import type { TestEvent } from './insight-fixture';
import type { WrittenSetting } from './random-ranges';
import { someWriting } from './random-ranges';
import { ACTIONS } from './random-world';

const START = Date.parse('2020-02-20T00:00:00Z');

/** The number of minutes over which events are spread: from before to after every range below. */
const SPREAD = 40 * 24 * 60;

const browser = fc.constantFrom(undefined, null, '', 'A', 'B', 'C', 'D');

/** Events of a few persons, no two at the same time, some of them close together. */
export const someEvents: fc.Arbitrary<TestEvent[]> = fc
  .array(
    fc.record({
      pause: fc.oneof(fc.integer({ min: 1, max: 45 }), fc.integer({ min: 60, max: 4 * 24 * 60 })),
      event: fc.constantFrom('one', 'two', '$pageview'),
      who: fc.constantFrom('a', 'b', 'c', 'd'),
      browser,
      os: fc.constantFrom(undefined, 'X', 'Y'),
      number: fc.constantFrom(undefined, null, 1, 2.5, -4, 'text'),
      url: fc.constantFrom('/', '/pricing', '/pricing/', '/docs'),
      group0: fc.constantFrom(undefined, 'org1', 'org2'),
      session: fc.constantFrom(undefined, 's1', 's2', 's3'),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((entries) => {
    let minutes = 0;
    return entries.map(({ pause, event, who, group0, session, number, url, ...rest }) => {
      minutes = (minutes + pause) % SPREAD;
      // The index in seconds keeps times distinct after rotating the list.
      return {
        at: clock(START + minutes * 60_000),
        event,
        who,
        ...(group0 === undefined ? {} : { group0 }),
        ...(session === undefined ? {} : { session }),
        properties: { ...rest, number, $current_url: url },
      };
    });
  })
  .map((events) => events.map((event, index) => ({ ...event, at: withSeconds(event.at, index) })));

function clock(ms: number): string {
  return new Date(ms).toISOString().replace('T', ' ').slice(0, 19);
}

function withSeconds(at: string, seconds: number): string {
  return `${at.slice(0, 17)}${String(seconds % 60).padStart(2, '0')}`;
}

/** Ranges of local days across the clock change in March. */
export const someSetting: fc.Arbitrary<WrittenSetting> = fc
  .record({
    zone: fc.constantFrom(
      'UTC',
      'US/Pacific',
      'Asia/Kolkata',
      'Europe/Berlin',
      // 8 March 2020 began at one o'clock there.
      'America/Havana',
      // 21 March 2020 had an additional hour at its end there.
      'America/Asuncion',
      'Pacific/Kiritimati',
    ),
    writing: someWriting,
    weekStart: fc.constantFrom(0 as const, 1 as const),
    interval: fc.constantFrom('day' as const, 'day' as const, 'week' as const, 'month' as const),
    first: fc.integer({ min: 5, max: 20 }),
    days: fc.integer({ min: 0, max: 18 }),
  })
  .map(({ first, days, ...rest }) => ({ ...rest, from: dayAt(first), to: dayAt(first + days) }));

/** Hours in zones without clock changes. */
export const someHours: fc.Arbitrary<WrittenSetting> = someSetting.map((setting) => ({
  ...setting,
  zone: setting.zone === 'UTC' ? 'UTC' : 'Asia/Kolkata',
  interval: 'hour',
}));

function dayAt(offset: number): string {
  return clock(START + offset * 86_400_000).slice(0, 10);
}

const properties = fc.constantFrom<FilterTree>([], [], [{ key: 'browser', value: 'A' }]);

export const someEntity: fc.Arbitrary<Series> = fc.record({
  event: fc.constantFrom('one', 'two', null),
  properties,
});

const GROUPS = { math_group_type_index: 0 };
const NUMBER = { math_property: 'number' };

export const someSeries: fc.Arbitrary<Series> = fc
  .tuple(
    someEntity,
    fc.constantFrom<Omit<Series, 'event'>>(
      { math: 'total' },
      { math: 'dau' },
      { math: 'dau', ...GROUPS },
      { math: 'unique_group', ...GROUPS },
      { math: 'weekly_active' },
      { math: 'monthly_active' },
      { math: 'weekly_active', ...GROUPS },
      { math: 'unique_session' },
      { math: 'first_time_for_user' },
      { math: 'first_matching_event_for_user' },
      { math: 'avg_count_per_actor' },
      { math: 'p90_count_per_actor' },
      { math: 'avg', ...NUMBER },
      { math: 'sum', ...NUMBER },
      { math: 'min', ...NUMBER },
      { math: 'max', ...NUMBER },
      { math: 'median', ...NUMBER },
      { math: 'p75', ...NUMBER },
    ),
  )
  .map(([entity, math]) => ({ ...entity, ...math }));

/** Actions, and groups of events. */
const someGathering: fc.Arbitrary<Series> = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(...Object.keys(ACTIONS).map(Number)).map((action) => ({ action })),
      fc
        .array(
          fc.oneof({ weight: 3, arbitrary: someEntity }, fc.constant({ event: null, action: 22 })),
          { minLength: 2, maxLength: 3 },
        )
        .map((nodes) => ({ nodes })),
    ),
    properties,
  )
  .map(([of, filters]) => ({ event: null, ...of, properties: filters }));

/** An event, any event, an action, or several of them. */
export const someSource: fc.Arbitrary<Series> = fc.oneof(
  { weight: 4, arbitrary: someEntity },
  someGathering,
);

/** A series in the wire format. */
export function seriesNode({ properties: filters = [], ...series }: Series): object {
  const { event, action, nodes, ...rest } = series;
  const shared = { ...rest, properties: filtersOf(filters) };
  if (nodes !== undefined) {
    return { kind: 'GroupNode', operator: 'OR', nodes: nodes.map(seriesNode), ...shared };
  }
  if (action !== undefined) return { kind: 'ActionsNode', id: action, ...shared };
  return { kind: 'EventsNode', event, ...shared };
}

export function filtersOf(filters: FilterTree): object {
  return Array.isArray(filters)
    ? filters.map((filter: FilterTree) =>
        'values' in filter ? filter : { type: 'event', operator: 'exact', ...filter },
      )
    : filters;
}
