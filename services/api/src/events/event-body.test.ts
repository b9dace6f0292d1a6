import { eventBody, eventTime } from './event-body';

it.each([
  ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05+00:00'],
  ['2026-01-02T03:04:05.123456Z', '2026-01-02T03:04:05.123456+00:00'],
  ['2026-01-02T00:04:05.100000+01:00', '2026-01-01T23:04:05.100000+00:00'],
  ['2026-01-02T23:44:05-03:30', '2026-01-03T03:14:05+00:00'],
])('writes %s in UTC', (given, expected) => {
  expect(eventTime(given)).toBe(expected);
});

it('shows a little of the person, and only when it was asked for', () => {
  const cell = {
    uuid: 'u',
    event: 'e',
    distinct_id: 'd',
    properties: { a: 1 },
    timestamp: '2026-01-02T03:04:05Z',
    elements_chain: '',
  };
  const person = {
    id: 'p',
    distinctIds: ['c', 'd'],
    isIdentified: true,
    properties: { email: 'a@x.io', plan: 'pro' },
    createdAt: new Date(0),
  };
  expect(eventBody(cell, null)).toEqual({
    id: 'u',
    distinct_id: 'd',
    properties: { a: 1 },
    event: 'e',
    timestamp: '2026-01-02T03:04:05+00:00',
    person: null,
    elements: [],
    elements_chain: '',
  });
  expect(eventBody(cell, new Map([['d', person]])).person).toEqual({
    is_identified: true,
    distinct_ids: ['c'],
    properties: { email: 'a@x.io' },
  });
});
