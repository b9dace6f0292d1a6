import { parseEntry } from '../events/parse-entry';
import { compareOrder, eventOrder } from './event-order';

const CAPTURED = '2026-01-02T03:04:06.000Z';
const order = (timestamp: string, given: { place?: number; captured_at?: string } = {}) =>
  eventOrder({ timestamp: new Date(timestamp), entry: { captured_at: CAPTURED, ...given } });

it.each([
  ['1970-01-01T00:00:05Z', CAPTURED],
  ['1980-01-06T00:00:00Z', CAPTURED],
  ['2004-12-31T23:59:59Z', CAPTURED],
  ['2005-01-01T00:00:00Z', '2005-01-01T00:00:00Z'],
  ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
  ['2026-01-03T00:00:00Z', '2026-01-03T00:00:00Z'],
])('an event with the time %s counts as at %s', (timestamp, at) => {
  expect(order(timestamp).at).toBe(Date.parse(at));
});

it('compares timestamps, then times of acceptance, then places in the request', () => {
  const time = '2026-01-01T00:00:00Z';
  const sorted = [
    order('2025-12-31T00:00:00Z', { place: 9 }),
    order(time),
    order(time, { place: 1 }),
    order(time, { captured_at: '2026-01-02T03:04:07.000Z' }),
    order('2026-01-01T00:00:01Z', { captured_at: '2026-01-01T00:00:00Z' }),
  ];
  expect([...sorted].reverse().sort(compareOrder)).toEqual(sorted);
});

it('reads the place of an event in its request from the log', () => {
  const record = (place: string) =>
    `{"v":2,"team_id":1,"captured_at":1767323046000,"sent_at":null,"ip":null,"historical_migration":false,` +
    `"uuid":"01900000-0000-7000-8000-000000000001",${place}"sent":{"event":"e","distinct_id":"d"}}`;
  expect(parseEntry(record('"place":2,'))).toMatchObject({ kind: 'entry', entry: { place: 2 } });
  const first = parseEntry(record(''));
  expect(first.kind === 'entry' && first.entry.place).toBeUndefined();
  expect(parseEntry(record('"place":"2",')).kind).toBe('unreadable');
});
