import type { Reconciliation } from './import';
import {
  columnsOf,
  comparisonWords,
  countWords,
  csvMapping,
  csvProblem,
  EMPTY_CSV,
  importFilesProblem,
  importWords,
  isUnderWay,
  sourceWords,
} from './import';

it('creates the mapping of a CSV from the form', () => {
  expect(csvProblem(EMPTY_CSV)).toContain('column of the event');
  const some = { ...EMPTY_CSV, eventName: 'order' };
  expect(csvProblem(some)).toContain('distinct id');
  const all = { ...some, distinctId: 'customer', timestamp: 'at', uuid: 'id' };
  expect(csvProblem(all)).toBeNull();
  expect(JSON.parse(csvMapping(all))).toEqual({
    event: { value: 'order' },
    distinct_id: { column: 'customer' },
    timestamp: { column: 'at' },
    uuid: { column: 'id' },
  });
  expect(JSON.parse(csvMapping({ ...all, eventColumn: 'what', uuid: '' }))).toEqual({
    event: { column: 'what' },
    distinct_id: { column: 'customer' },
    timestamp: { column: 'at' },
  });
  const json = ' {"event":{"value":"e"}} ';
  expect(csvProblem({ ...EMPTY_CSV, json })).toBeNull();
  expect(csvMapping({ ...all, json })).toBe(json.trim());
});

it('reads the columns of a CSV', () => {
  expect(columnsOf('\uFEFFid,"at, UTC",a ""b\r\n1,2,3')).toEqual(['id', 'at, UTC', 'a "b']);
  expect(columnsOf('')).toEqual([]);
});

it('rejects files that cannot be uploaded', () => {
  expect(importFilesProblem([])).toBeNull();
  expect(importFilesProblem([{ name: 'a.ndjson.gz', size: 1 }])).toBeNull();
  const several = ['a.jsonl', 'b.zip'].map((name) => ({ name, size: 1 }));
  expect(importFilesProblem(several)).toContain('Expected');
  const large = ['a.csv', 'b.csv'].map((name) => ({ name, size: 30e6 }));
  expect(importFilesProblem(large)).toContain('larger than 50 MB');
});

it('describes an import', () => {
  const settings = { address: 'https://eu.posthog.com/', project: '12' };
  expect(sourceWords({ source: 'posthog', settings })).toBe(
    'posthog https://eu.posthog.com/, project 12',
  );
  expect(sourceWords({ source: 'csv', settings: { file: 'a.csv' } })).toBe('csv a.csv');
  const days = { address: 'https://amplitude.com/', from: '2026-01-01', to: '2026-01-31' };
  expect(sourceWords({ source: 'amplitude', settings: days })).toBe(
    'amplitude https://amplitude.com/, 2026-01-01 to 2026-01-31',
  );
  const words = (status: 'running' | 'cancelling' | 'failed', phase: string, until?: string) =>
    importWords({ status, phase, waiting_until: until ?? null }, 'Europe/Berlin');
  expect(words('running', 'feature_flag').text).toBe('importing feature flags');
  expect(words('running', 'ingestion').text).toBe('waiting for ingestion');
  expect(words('running', 'events', '2026-07-01T12:05:09.123456Z')).toEqual({
    text: 'waiting for the source until 14:05',
    tone: 'warning',
  });
  expect(words('cancelling', 'events', '2026-07-01T12:05:09Z').text).toBe('being cancelled');
  expect(words('failed', 'events').tone).toBe('danger');
  expect(isUnderWay({ status: 'cancelling' })).toBe(true);
  expect(isUnderWay({ status: 'cancelled' })).toBe(false);
  expect(countWords({ events: 1_200, action: 2, persons: 0 })).toBe('1,200 events, 2 actions');
});

it.each<[Partial<Reconciliation>, string, string]>([
  [{ equal: false, rejected: 3 }, 'warning', 'There are differences.'],
  [{}, 'success', 'The numbers of events are equal.'],
  [
    { persons: { source: 1, target: 1 } },
    'success',
    'The numbers of events and persons are equal.',
  ],
  [
    { persons: { source: 1, target: 1 }, flags: { source: 0, differences: [] }, rejected: 0 },
    'success',
    'The numbers of events and persons, and the values of flags, are equal.',
  ],
  [
    { rejected: 1 },
    'warning',
    'The numbers of events are equal. 1 record of the source could not be imported.',
  ],
])('describes the comparison %j', (given, kind, text) => {
  const events = { source: 1, target: 1, differences: [], difference_count: 0 };
  const compared = { equal: true, events, persons: null, flags: null, ...given };
  expect(comparisonWords(compared)).toEqual({ kind, text });
});
