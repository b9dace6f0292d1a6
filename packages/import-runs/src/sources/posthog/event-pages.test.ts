import { eventPages } from './event-pages';

/** A row as the query returns it; the time is its last column. */
type Row = readonly [uuid: string, ...rest: unknown[]];

const time = (ms: number): string =>
  `${new Date(ms).toISOString().replace('T', ' ').slice(0, 23)}000`;
const uuid = (number: number): string =>
  `0190aaaa-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

/** A source that computes the results of the two statements of `eventPages` from events in memory. */
function sourceOf(times: readonly number[]) {
  const rows = times.map((ms, index): Row => [
    ...([uuid(index), 'e', time(ms), 'd', '{}', ''] as const),
    time(ms),
  ]);
  const statements: string[] = [];
  const hogql = (query: string) => {
    statements.push(query);
    const [at = '', , end = '9'] = [...query.matchAll(/toDateTime64\('([^']+)'/g)].map(
      ([, text]) => text ?? '',
    );
    const after = /> '([^']+)'\)/.exec(query)?.[1] ?? '';
    const found = rows.filter(
      (row) =>
        String(row[6]) < end && (String(row[6]) > at || (String(row[6]) === at && row[0] > after)),
    );
    if (query.includes('min(timestamp)')) {
      return Promise.resolve([[found.length, found[0]?.[6] ?? time(0)]]);
    }
    return Promise.resolve(found.slice(0, Number(/LIMIT (\d+)/.exec(query)?.[1])));
  };
  return { hogql, statements };
}

async function read(source: ReturnType<typeof sourceOf>, stopAfter = Infinity) {
  const uuids: unknown[] = [];
  let cursor: Parameters<typeof eventPages>[1] = null;
  for await (const page of eventPages(source, null)) {
    uuids.push(...page.records.map((record) => record['uuid']));
    cursor = page.cursor;
    if (uuids.length >= stopAfter) break;
  }
  return { uuids, cursor };
}

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1);
const dense = Array.from({ length: 23_000 }, (_, index) => START + index);
const sparse = Array.from({ length: 30 }, (_, index) => Date.UTC(1990 + index, 0, 1));
const steady = Array.from({ length: 40_000 }, (_, index) => START + index * (DAY / 2_000));
const equal = Array.from({ length: 12_000 }, () => START);

it.each([
  ['events of one day', dense],
  ['a few events of many years', sparse],
  ['events of twenty days', steady],
  ['events of the same time', equal],
  ['events before and after a gap', [...sparse, ...dense, START + 4_000 * DAY]],
  ['no events', []],
])('reads %s, each once and in order', async (_, times) => {
  const { uuids } = await read(sourceOf(times));
  expect(uuids).toEqual(times.map((_time, index) => uuid(index)));
});

it('continues after a cursor', async () => {
  const source = sourceOf(steady);
  const { uuids, cursor } = await read(source, 9_000);
  const rest: unknown[] = [];
  for await (const { records } of eventPages(source, cursor)) {
    rest.push(...records.map((record) => record['uuid']));
  }
  expect([...uuids, ...rest]).toEqual(steady.map((_time, index) => uuid(index)));
});

it('limits the time range of every query for events, and skips years without events', async () => {
  const source = sourceOf([Date.UTC(1980, 0, 1), ...dense]);
  await read(source);
  const pages = source.statements.filter((query) => query.includes('LIMIT'));
  expect(pages.every((query) => query.includes('timestamp < toDateTime64'))).toBe(true);
  expect(source.statements.length).toBeLessThan(30);
});
