import { loggedEventSchema } from '@tidemark/contracts';
import fc from 'fast-check';
import { isLoggedEvent } from './is-logged-event';
import { parseEntry } from './parse-entry';

const stored = {
  v: 2,
  team_id: 3,
  captured_at: Date.parse('2026-01-02T12:00:00Z'),
  sent_at: null,
  ip: '203.0.113.9',
  historical_migration: false,
  uuid: '01900000-0000-7000-8000-000000000000',
  sent: { event: 'a', distinct_id: 'd' },
};

const entryOf = (given: object): unknown => {
  const parsed = parseEntry(JSON.stringify({ ...stored, ...given }));
  return parsed.kind === 'entry' ? parsed.entry : parsed;
};

it('is read as an entry of version 1', () => {
  expect(entryOf({})).toEqual({
    v: 1,
    team_id: 3,
    uuid: stored.uuid,
    event: 'a',
    distinct_id: 'd',
    timestamp: '2026-01-02T12:00:00.000Z',
    captured_at: '2026-01-02T12:00:00.000Z',
    earliest_copy: Date.parse('2026-01-02T11:59:00Z'),
    ip: '203.0.113.9',
    properties: {},
    historical_migration: false,
  });
});

it.each<[string, object, object]>([
  [
    'its own uuid, canonical',
    { sent: { ...stored.sent, uuid: '0190A8C0-0000-7000-8000-0000000000AB' } },
    { uuid: '0190a8c0-0000-7000-8000-0000000000ab' },
  ],
  [
    'the time corrected by the skew of the client clock',
    {
      sent_at: stored.captured_at + 60_000,
      sent: { ...stored.sent, timestamp: '2026-01-02T11:59:00Z' },
    },
    { timestamp: '2026-01-02T11:58:00.000Z', sent_at: '2026-01-02T12:01:00.000Z' },
  ],
  [
    'the name for events that were sent without one',
    { unnamed: '$identify', sent: { distinct_id: 'd' } },
    { event: '$identify' },
  ],
  [
    'no address of internal events',
    { sent: { ...stored.sent, properties: { capture_internal: 1 } } },
    { ip: '127.0.0.1' },
  ],
])('has %s', (_, given, expected) => expect(entryOf(given)).toMatchObject(expected));

it('keeps every digit of a numeric id, wherever it is', () => {
  const sent =
    '{"event":"a","distinct_id":12345678901234567890,"properties":{"distinct_id":-9876543210987654321}}';
  const raw = JSON.stringify(stored).replace(JSON.stringify(stored.sent), sent);
  expect(parseEntry(raw)).toMatchObject({
    entry: {
      distinct_id: '12345678901234567890',
      properties: { distinct_id: '-9876543210987654321' },
    },
  });
});

it.each([
  [{ uuid: undefined }, 'not a sent event: uuid'],
  [{ sent: { event: '', distinct_id: 'd' } }, 'not a sent event: CaptureError'],
  [{ captured_at: 8.64e15 + 1 }, 'not a sent event: RangeError'],
  [{ sent: [] }, 'not a sent event: sent'],
])('%j is unreadable', (given, reason) =>
  expect(entryOf(given)).toEqual({
    kind: 'unreadable',
    reason: expect.stringContaining(reason) as string,
  }),
);

it('is checked by hand with the same result as by its schema', () => {
  const field = fc.oneof(
    fc.constantFrom(1, 2, 0, -1, 1.5, 2 ** 60, null, undefined, true, 'x', '', {}, [], { a: 1 }),
    fc.anything(),
  );
  const name = fc.constantFrom(...Object.keys(stored), 'unnamed');
  fc.assert(
    fc.property(fc.dictionary(name, field, { maxKeys: 2 }), (changes) => {
      const value: unknown = { ...stored, ...changes };
      expect(isLoggedEvent(value)).toBe(loggedEventSchema.safeParse(value).success);
    }),
    { numRuns: 1_000 },
  );
});
