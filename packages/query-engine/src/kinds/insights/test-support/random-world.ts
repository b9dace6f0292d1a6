import type { LocalEvent, World } from '@tidemark/testing';
import * as fc from 'fast-check';
import type { TestEvent, TestWorld } from './insight-fixture';

const START = Date.parse('2020-02-20T00:00:00Z');
const DAY_MS = 86_400_000;

/** The number of minutes over which events are spread: from before to after every range of the random tests. */
const SPREAD = 40 * 24 * 60;

const entry = fc.record({
  pause: fc.oneof(fc.integer({ min: 0, max: 45 }), fc.integer({ min: 60, max: 4 * 24 * 60 })),
  event: fc.constantFrom('one', 'two', '$pageview'),
  who: fc.constantFrom('a', 'b', 'c', 'd'),
  /** Sent with another distinct id, whose person was merged later. */
  isMerged: fc.constantFrom(false, false, true),
  hasSession: fc.boolean(),
  group0: fc.constantFrom(undefined, 'org1', 'org2', 'org9'),
  plan: fc.constantFrom(undefined, null, '', 'free', 'pro'),
  age: fc.constantFrom(undefined, 17, 40, '21'),
  browser: fc.constantFrom(undefined, null, '', 'A', 'B', 'a%c', 'abc'),
  os: fc.constantFrom(undefined, 'X', 'Y'),
  number: fc.constantFrom<unknown>(undefined, null, 1, 2.5, -4, 10, '3', 'text', '1e2', true, [1]),
  flag: fc.constantFrom(undefined, null, true, false, 'true', 'maybe', 1),
  version: fc.constantFrom(undefined, '1.2.3', '1.2.4-beta', '1.10', '2.0.0', 'v0.2.1', 'none'),
  when: fc.constantFrom(undefined, '2020-03-05', '2020-03-05 10:00:00', '2020-04-01', 'soon'),
  tags: fc.constantFrom<unknown>(undefined, [], ['A'], ['A', 'B'], { a: 'A' }, [1, null], 'A', 2.5),
  'a.b': fc.constantFrom(undefined, 'A', 'B', 1),
  url: fc.constantFrom(undefined, '', '/', '/pricing', '/pricing/', '/docs?#', '/docs'),
});

/** Events of a few persons with properties of every type and owner. Several may be simultaneous. */
export const someRichEvents: fc.Arbitrary<TestEvent[]> = fc
  .array(entry, { minLength: 1, maxLength: 40 })
  .map((entries) => {
    let minutes = 0;
    return entries.map(({ pause, event, who, isMerged, hasSession, group0, ...rest }) => {
      minutes = (minutes + pause) % SPREAD;
      const { plan, age, url, ...properties } = rest;
      const at = START + minutes * 60_000;
      return {
        at: new Date(at).toISOString().replace('T', ' ').slice(0, 19),
        event,
        who,
        ...(isMerged && { distinctId: `${who}2`, ingestedAs: `${who}old` }),
        ...(group0 === undefined ? {} : { group0 }),
        ...(hasSession ? { session: sessionId(who, at) } : {}),
        properties: { ...properties, $current_url: url },
        personProperties: { plan, age },
      };
    });
  });

/** Events with properties of every type and owner, no two at the same time. */
export const someOrderedEvents: fc.Arbitrary<TestEvent[]> = someRichEvents.map((events) =>
  events.map((event, index) => ({
    ...event,
    at: `${event.at.slice(0, 17)}${String(index).padStart(2, '0')}`,
  })),
);

/** One session per person and day, as a UUIDv7. */
export function sessionId(who: string, at: number): string {
  const time = (at - (at % DAY_MS)).toString(16).padStart(12, '0');
  const rest = Buffer.from(who).toString('hex').padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${rest}`;
}

const text = ({ properties }: LocalEvent, key: string): string | null => {
  const value = properties?.[key] ?? null;
  return value === null || typeof value === 'string' ? value : JSON.stringify(value);
};

/** Expressions of users with their meaning. */
export const EXPRESSIONS: NonNullable<World['expressions']> = {
  'properties.browser': (event) => text(event, 'browser'),
  "if(event = 'one', 'first', 'rest')": ({ event }) => (event === 'one' ? 'first' : 'rest'),
  "concat(event, ' ', properties.os)": (event) => {
    const os = text(event, 'os');
    return os === null ? `${event.event ?? ''} ` : `${event.event ?? ''} ${os}`;
  },
  'toHour(timestamp)': ({ local }) => Number(local.slice(11, 13)),
};

export const CONDITIONS: NonNullable<World['expressions']> = {
  "event = 'one' OR properties.browser = 'A'": (event) =>
    event.event === 'one' || text(event, 'browser') === 'A',
  'properties.number > 2': ({ properties }) => Number(properties?.['number'] ?? Number.NaN) > 2,
  'person.properties.plan IS NULL': ({ personProperties }) =>
    (personProperties?.['plan'] ?? null) === null,
  'toHour(timestamp) < 12': ({ local }) => Number(local.slice(11, 13)) < 12,
};

export const AGGREGATES: NonNullable<World['aggregates']> = {
  'count() / 2': (events) => events.length / 2,
  'max(toHour(timestamp))': (events) =>
    Math.max(...events.map(({ local }) => Number(local.slice(11, 13)))),
  "countIf(properties.flag = 'true') + 1": (events) =>
    events.filter((event) => text(event, 'flag') === 'true').length + 1,
};

/** The alternative steps of each action, by id. */
export const ACTIONS: NonNullable<World['steps']> = {
  21: [{ event: 'one' }],
  22: [
    { event: 'two', properties: [{ key: 'browser', value: 'A' }] },
    { event: '$pageview', properties: [{ key: '$current_url', value: '/docs' }] },
  ],
  23: [{ event: null }],
};

/** The actions of `ACTIONS` as definitions of a project. */
const DEFINITIONS: NonNullable<TestWorld['actions']> = [
  { id: 21, name: 'first', steps: [{ event: 'one' }] },
  {
    id: 22,
    name: 'second',
    steps: [
      { event: 'two', properties: [{ key: 'browser', value: 'A', type: 'event' }] },
      { event: '$pageview', url: '/docs', url_matching: 'exact' },
    ],
  },
  { id: 23, name: 'any', steps: [] },
];

export const WORLD = {
  steps: ACTIONS,
  actions: DEFINITIONS,
  aggregates: AGGREGATES,
  groupsCreatedAt: '2020-03-04 20:30:00',
  groups: { org1: { size: 5, name: 'One' }, org2: { size: 50 } },
  cohorts: { 7: ['a', 'b'], 8: ['b', 'nobody'], 9: [] },
  expressions: { ...EXPRESSIONS, ...CONDITIONS },
} as const satisfies World & TestWorld;

/** The test world with declared properties. */
const TYPED_WORLD = {
  ...WORLD,
  propertyTypes: [
    { owner: 'event', name: 'number', type: 'Numeric' },
    { owner: 'event', name: 'flag', type: 'Boolean' },
    { owner: 'person', name: 'age', type: 'Numeric' },
    { owner: 'group_0', name: 'size', type: 'Numeric' },
  ],
} as const satisfies World & TestWorld;

export const someWorld: fc.Arbitrary<World & TestWorld> = fc.constantFrom(WORLD, TYPED_WORLD);
