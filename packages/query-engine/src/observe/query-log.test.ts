import type { QueryRecord } from './query-record';
import { logRow } from './query-log';

const HALF = '\ud83d';
const LONG = 'x'.repeat(19_999);

function record(query: string, queryId = 'q'): QueryRecord {
  return {
    request: {
      project: { id: 1, timezone: 'UTC', weekStartDay: 0 },
      query: { kind: 'HogQLQuery', query, name: query },
      queryId,
      maxRows: 100,
    },
    by: 'blocking',
    startedAt: new Date('2024-01-01T00:00:00Z'),
    phases: { wait: 0, plan: 0, engine: 0, shape: 0 },
    totalMs: 0,
    rowsRead: 0,
    bytesRead: 0,
    resultRows: 0,
    scopesRead: [],
    error: null,
  };
}

it.each([
  ['a statement as it is', 'select 1', 'select 1'],
  ['half a character as what stands for none', `select '${HALF}'`, "select '\ufffd'"],
  ['no half of a character at the end', `${LONG}\u{1f600}`, `${LONG}\ufffd`],
])('keeps %s', (_, query, kept) => {
  expect(logRow(record(query))).toMatchObject({ query: kept, name: kept });
});

it('replaces half a character of an id by the replacement character', () => {
  expect(logRow(record('select 1', `id-${HALF}`)).query_id).toBe('id-\ufffd');
});
