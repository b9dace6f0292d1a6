import { parseEntry } from './parse-entry';

const good = {
  v: 1,
  team_id: 1,
  uuid: '01900000-0000-7000-8000-000000000000',
  event: 'e',
  distinct_id: 'd',
  timestamp: '2026-01-02T03:04:05.678Z',
  captured_at: '2026-01-02T03:04:06.000Z',
  ip: null,
  properties: { a: 1 },
  historical_migration: false,
};

const warning = {
  v: 1,
  kind: 'warning',
  team_id: 1,
  uuid: '01900000-0000-7000-8000-000000000000',
  distinct_id: '',
  type: 'request_rejected',
  severity: 'error',
  details: { status: 400 },
  timestamp: '2026-01-02T03:04:05.678Z',
  count: 3,
};

it('reads a warning', () => {
  expect(parseEntry(JSON.stringify(warning))).toEqual({ kind: 'warning', warning });
});

it('reads an entry that the edge wrote', () => {
  expect(parseEntry(JSON.stringify(good))).toEqual({ kind: 'entry', entry: good });
});

it.each([
  ['', 'not JSON'],
  ['[]', 'not an ingest entry: '],
  [JSON.stringify({ ...good, v: 3 }), 'not an ingest entry: v'],
  [JSON.stringify({ ...good, v: 2 }), 'not a sent event: captured_at, sent_at, sent'],
  [JSON.stringify({ ...good, team_id: 'x', event: 1 }), 'not an ingest entry: team_id, event'],
  [JSON.stringify({ ...good, timestamp: 'soon' }), 'not an ingest entry: unreadable time'],
  [JSON.stringify({ ...good, uuid: "' OR 1" }), 'not an ingest entry: uuid'],
  [JSON.stringify({ ...good, kind: 'event' }), 'unknown kind of entry'],
  [JSON.stringify({ ...good, kind: null }), 'unknown kind of entry'],
  [JSON.stringify({ ...warning, count: 0 }), 'not an ingest warning: count'],
  [JSON.stringify({ ...warning, uuid: 'x' }), 'not an ingest warning: uuid'],
  [JSON.stringify({ ...warning, timestamp: 'soon' }), 'not an ingest warning: unreadable time'],
])('%s is unreadable', (raw, reason) =>
  expect(parseEntry(raw)).toEqual({ kind: 'unreadable', reason }),
);

it('replaces characters that stores reject', () => {
  const raw = JSON.stringify({
    ...good,
    distinct_id: 'a\0',
    properties: { 'k\0': ['\ud800', '🌊'] },
  });
  expect(parseEntry(raw)).toMatchObject({
    entry: { distinct_id: 'a\uFFFD', properties: { 'k\uFFFD': ['\uFFFD', '🌊'] } },
  });
});
