import type { PropertyUpdate } from './property-update';
import { updateProperties } from './property-update';
import { FirstTouch } from './first-touch';

const ORDER = { at: 0, captured: 0, place: 0 };
const updated = (event: string, stored: Record<string, unknown>, update: PropertyUpdate) =>
  updateProperties(event, stored, update, new FirstTouch(null, stored), ORDER)?.properties ?? null;

type Case = [
  title: string,
  event: string,
  stored: Record<string, unknown>,
  update: Partial<PropertyUpdate>,
  result: Record<string, unknown> | null,
];

const cases: Case[] = [
  ['no change', 'e', { a: 1 }, {}, null],
  ['$set adds', 'e', { a: 1 }, { set: { b: 2 } }, { a: 1, b: 2 }],
  ['$set replaces', 'e', { a: 1 }, { set: { a: 2 } }, { a: 2 }],
  ['$set to the same value', 'e', { a: 1 }, { set: { a: 1 } }, null],
  [
    '$set to an equal object counts as a change',
    'e',
    { a: { x: 1 } },
    { set: { a: { x: 1 } } },
    { a: { x: 1 } },
  ],
  ['$set to null', 'e', { a: 1 }, { set: { a: null } }, { a: null }],
  ['$set_once adds', 'e', {}, { setOnce: { a: 1 } }, { a: 1 }],
  ['$set_once keeps', 'e', { a: 1 }, { setOnce: { a: 2 } }, null],
  ['$set_once keeps falsy values', 'e', { a: '' }, { setOnce: { a: 2 } }, null],
  ['$set_once replaces null', 'e', { a: null }, { setOnce: { a: 2 } }, { a: 2 }],
  ['$set_once of null over null', 'e', { a: null }, { setOnce: { a: null } }, null],
  ['$set has precedence over $set_once', 'e', {}, { set: { a: 1 }, setOnce: { a: 2 } }, { a: 1 }],
  ['$unset removes', 'e', { a: 1, b: 2 }, { unset: ['a', 'zzz'] }, { b: 2 }],
  ['$unset of a missing key is stored', 'e', { b: 2 }, { unset: ['a'] }, { b: 2 }],
  ['$unset has precedence over $set', 'e', { a: 1 }, { set: { a: 2 }, unset: ['a'] }, {}],
  ['a noisy key alone', '$pageview', { $browser: 'A' }, { set: { $browser: 'B' } }, null],
  ['a noisy key that is new', '$pageview', {}, { set: { $browser: 'B' } }, { $browser: 'B' }],
  [
    'a noisy key together with another change',
    'e',
    { $browser: 'A', x: 1 },
    { set: { $browser: 'B', x: 2 } },
    { $browser: 'B', x: 2 },
  ],
  [
    'a noisy key together with an $unset',
    'e',
    { $browser: 'A', x: 1 },
    { set: { $browser: 'B' }, unset: ['x'] },
    { $browser: 'B' },
  ],
  [
    'the city counts, the latitude does not',
    'e',
    { $geoip_city_name: 'A' },
    { set: { $geoip_city_name: 'B' } },
    { $geoip_city_name: 'B' },
  ],
  ['latitude alone', 'e', { $geoip_latitude: 1 }, { set: { $geoip_latitude: 2 } }, null],
  ...['$identify', '$create_alias', '$merge_dangerously', '$set'].map((event): Case => [
    `a noisy key on ${event}`,
    event,
    { $browser: 'A' },
    { set: { $browser: 'B' } },
    { $browser: 'B' },
  ]),
  [
    'a key named like a method',
    'e',
    {},
    { setOnce: { constructor: 1, toString: 2 } },
    { constructor: 1, toString: 2 },
  ],
];

it.each(cases)('%s', (_, event, stored, update, result) => {
  expect(updated(event, stored, { set: {}, setOnce: {}, unset: [], ...update })).toEqual(result);
});

it('keeps a key __proto__ as data', () => {
  const set = JSON.parse('{"__proto__":{"polluted":1}}') as Record<string, unknown>;
  const result = updated('e', {}, { set, setOnce: {}, unset: [] });
  expect(JSON.stringify(result)).toBe('{"__proto__":{"polluted":1}}');
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});
