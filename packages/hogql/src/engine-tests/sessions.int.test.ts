import { createIsolatedClickHouse } from '@tidemark/testing';
import { compileHogQL } from '../compile/compile-hogql';
import { compileContext } from '../compile/test-support/context';
import type { EventFields } from './test-support/rows';
import { distinctIdRow, eventRow, sessionId, uuid } from './test-support/rows';
import { first, last, middle, page, VISIT } from './test-support/visit-rows';
import type { Warehouse } from './test-support/warehouse';
import { createWarehouse } from './test-support/warehouse';

let warehouse: Warehouse;

/** One page and no other event. */
const BOUNCE = sessionId('2024-03-02 08:00:00');
/** One page that was left open for ten seconds. */
const LONG = sessionId('2024-03-02 09:00:00');
/** Two autocaptured clicks and no page. */
const CLICKS = sessionId('2024-03-02 10:00:00');
/** No event that counts. */
const SILENT = sessionId('2024-03-02 11:00:00');
/** Two persons in one session: the second one is the newest. */
const SHARED = sessionId('2024-03-02 12:00:00');

const ANN = uuid(2_000_001);
const COOKIE = uuid(2_000_002);

const events = (...rows: EventFields[]): Promise<void> =>
  warehouse.insert('events', rows.map(eventRow));

beforeAll(async () => {
  warehouse = createWarehouse(await createIsolatedClickHouse());
  await events(middle, last);
  await events(middle, ...first);
  await events(middle);
  await events(
    { ...page('/'), sessionId: BOUNCE, timestamp: '2024-03-02 08:00:00' },
    { event: 'slow', sessionId: BOUNCE, timestamp: '2024-03-02 08:00:09.999' },
    { ...page('/'), sessionId: LONG, timestamp: '2024-03-02 09:00:00' },
    { event: 'slow', sessionId: LONG, timestamp: '2024-03-02 09:00:10' },
    { event: '$autocapture', sessionId: CLICKS, timestamp: '2024-03-02 10:00:00' },
    { event: '$autocapture', sessionId: CLICKS, timestamp: '2024-03-02 10:00:01' },
    { event: 'beat', sessionId: SILENT, timestamp: '2024-03-02 11:00:00' },
    {
      event: 'a',
      sessionId: SHARED,
      timestamp: '2024-03-02 12:00:01',
      distinctId: 'cookie',
      personId: COOKIE,
    },
    { event: 'b', sessionId: SHARED, distinctId: 'x', timestamp: '2024-03-02 12:00:00' },
  );
  await events(
    { event: 'none' },
    { event: 'none', sessionId: 'not-a-uuid' },
    { event: 'none', sessionId: '0190abcd-0000-4000-8000-000000000000' },
    { event: 'none', sessionId: '0190abcd-zzzz-7000-8000-000000000000' },
    { event: 'none', sessionId: '0190abcd00007000800000000000000012345' },
    { event: 'foreign', teamId: 2, sessionId: VISIT, distinctId: 'SECRET' },
    { ...page('/foreign'), teamId: 2, sessionId: sessionId('2024-03-02 15:00:00') },
  );
});

afterAll(() => warehouse.close());

async function visit(fields: string): Promise<unknown> {
  const rows = await warehouse.rows(`select ${fields} from sessions where session_id = '${VISIT}'`);
  expect(rows).toHaveLength(1);
  return rows[0];
}

describe('a session', () => {
  it('exists for every UUIDv7 in events of the project, and for no other id', async () => {
    expect(await warehouse.rows('select session_id from sessions order by session_id')).toEqual(
      [VISIT, BOUNCE, LONG, CLICKS, SILENT, SHARED].map((id) => [id]),
    );
  });

  it.each<[string, unknown[]]>([
    ['session_id, id, toString(session_id_v7)', [VISIT, VISIT, VISIT]],
    ['session_timestamp', ['2024-03-01 23:50:00.000']],
    ['$start_timestamp', ['2024-03-01 23:50:00.000000']],
    ['$end_timestamp', ['2024-03-02 00:10:00.000000']],
    ['$session_duration, duration', [1200, 1200]],
    ['max_inserted_at > $end_timestamp', [1]],
    [
      '$urls, $num_uniq_urls',
      [['https://shop.example.com/cart?step=1', 'https://shop.example.com/landing'], 2],
    ],
    [
      '$entry_current_url, $entry_pathname, $entry_hostname',
      ['https://shop.example.com/landing', '/landing', 'shop.example.com'],
    ],
    [
      '$end_current_url, $end_pathname, $end_hostname',
      ['https://shop.example.com/cart?step=1', '/cart', 'shop.example.com'],
    ],
    ['$exit_current_url, $exit_pathname', ['https://shop.example.com/cart?step=1', '/cart']],
    ['$last_external_click_url', ['https://out/1']],
    ['$entry_referring_domain', ['www.google.com']],
    ['$entry_utm_source, $entry_utm_medium, $entry_utm_campaign', ['Google', 'cpc', 'spring']],
    ['$entry_utm_content, $entry_utm_term', ['7', 'only here']],
    ['$entry_gclid, $entry_gad_source, $entry_fbclid', ['g-1', '1', null]],
    ['$entry_has_gclid, $entry_has_fbclid', [true, false]],
    ['$entry_msclkid, $entry_has_msclkid, $entry_ttclid, $entry_has_ttclid', ['m-1', 1, null, 0]],
    ['$pageview_count, $autocapture_count, $screen_count', [2, 1, 1]],
    ['$has_autocapture, $page_screen_count_up_to', [true, 2]],
    ['$page_screen_autocapture_uniq_up_to', [2]],
    ['$channel_type', ['Paid Search']],
    ['$is_bounce', [0]],
    ['distinct_id, team_id', ['visitor', 1]],
  ])('has %s', async (fields, expected) => {
    expect(await visit(fields)).toEqual(expected);
  });

  it('shows its fields, but no synonyms and states, with an asterisk', async () => {
    const rows = await warehouse.rows(`select * from sessions where session_id = '${VISIT}'`);
    expect(rows[0]).toHaveLength(65);
  });

  it('is the same after the engine has merged its rows', async () => {
    const before = await warehouse.rows('select * from sessions order by session_id');
    await warehouse.command('OPTIMIZE TABLE raw_sessions FINAL');
    expect(await warehouse.raw('SELECT count() FROM raw_sessions')).toEqual([[8]]);
    expect(await warehouse.rows('select * from sessions order by session_id')).toEqual(before);
  });

  it('is a bounce with one page and less than ten seconds, or the duration in the query', async () => {
    const source =
      'select session_id, $is_bounce, $session_duration from sessions order by session_id';
    expect(await warehouse.rows(source)).toEqual([
      [VISIT, 0, 1200],
      [BOUNCE, 1, 9],
      [LONG, 0, 10],
      [CLICKS, 0, 1],
      [SILENT, null, 0],
      [SHARED, null, 1],
    ]);
    const rows = await warehouse.rows(`${source} limit 3`, {
      modifiers: { bounceRateDurationSeconds: 9 },
    });
    expect(rows.map((row) => row[1])).toEqual([0, 0, 0]);
  });

  it('can be grouped, filtered and averaged', async () => {
    const rows = await warehouse.rows(
      'select $entry_pathname as path, count() as n, avg($session_duration), countIf($is_bounce = 1) from sessions where $pageview_count > 0 group by path order by path',
    );
    expect(rows).toEqual([
      ['/', 2, 9.5, 1],
      ['/landing', 1, 1200, 0],
    ]);
  });
});

describe('the session of an event', () => {
  it('is joined by the session id', async () => {
    const rows = await warehouse.rows(
      `select event, session.$session_duration, session.$entry_pathname, session.session_id from events where $session_id = '${BOUNCE}' order by timestamp`,
    );
    expect(rows).toEqual([
      ['$pageview', 9, '/', BOUNCE],
      ['slow', 9, '/', BOUNCE],
    ]);
  });

  it('is empty for events without one', async () => {
    const rows = await warehouse.rows(
      `select distinct $session_id_uuid, session.$entry_pathname, session.$is_bounce, session.$session_duration from events where event = 'none'`,
    );
    expect(rows).toContainEqual([null, null, null, 0]);
    expect(rows.every((row) => row[1] === null && row[3] === 0)).toBe(true);
  });

  it('groups and filters events', async () => {
    const rows = await warehouse.rows(
      `select session.$channel_type as channel, count(), uniq($session_id) from events where session.$pageview_count > 0 and timestamp >= '2024-03-01' group by channel order by channel`,
    );
    expect(rows).toEqual([
      ['Paid Search', 8, 1],
      ['Unknown', 4, 2],
    ]);
  });

  it('is found within bounds of time, also when it began the day before', async () => {
    const rows = await warehouse.rows(
      "select event, session.$start_timestamp from events where timestamp between '2024-03-02 00:00:00' and '2024-03-02 01:00:00'",
    );
    expect(rows).toEqual([['purchase', '2024-03-01 23:50:00.000000']]);
  });

  it('can be joined explicitly', async () => {
    const rows = await warehouse.rows(
      'select e.event, s.$pageview_count from events e join sessions s on e.$session_id = s.session_id where s.$pageview_count = 2 group by 1, 2 order by 1',
    );
    expect(rows).toEqual([
      ['$autocapture', 2],
      ['$pageview', 2],
      ['$screen', 2],
      ['purchase', 2],
      ['ready', 2],
    ]);
  });
});

describe('the scan of sessions', () => {
  it('leaves out the months that the bounds of the query exclude', async () => {
    await events({ event: 'old', sessionId: sessionId('2023-01-15 10:00:00'), teamId: 3 });
    const partsRead = async (where: string): Promise<string> => {
      const { sql, params } = compileHogQL(
        `select $session_duration from sessions ${where}`,
        compileContext({ projectId: 3 }),
      );
      const plan = await warehouse.raw(`EXPLAIN indexes = 1 ${sql}`, params);
      return /Min-Max[\s\S]*?Parts: (\d+)\//.exec(plan.flat().join('\n'))?.[1] ?? 'all';
    };
    expect(await partsRead("where $start_timestamp > '2025-01-01'")).toBe('0');
    expect(await partsRead("where $start_timestamp between '2023-01-01' and '2023-01-31'")).toBe(
      '1',
    );
  });
});

describe('the person of a session', () => {
  const source = `select distinct_id, person_id from sessions where session_id = '${SHARED}'`;

  it('is that of its newest event, and follows a merge with or without its override', async () => {
    expect(await warehouse.rows(source)).toEqual([['cookie', COOKIE]]);
    await warehouse.insert('person_distinct_id', [
      distinctIdRow({ distinctId: 'cookie', personId: COOKIE }),
      distinctIdRow({ distinctId: 'cookie', personId: ANN, version: 2 }),
    ]);
    expect(await warehouse.rows(source)).toEqual([['cookie', ANN]]);
    const unresolved = await warehouse.rows(source, {
      modifiers: { personsOnEventsMode: 'person_id_no_override_properties_on_events' },
    });
    expect(unresolved).toEqual([['cookie', COOKIE]]);
  });
});

describe('raw_sessions', () => {
  it('shows the stored rows, whose states the Merge aggregations read', async () => {
    const rows = await warehouse.rows(
      `select uniqExactMerge(pageview_uniq), argMinMerge(entry_url), max(max_timestamp) from raw_sessions where toString(session_id_v7) = '${VISIT}'`,
    );
    expect(rows).toEqual([[2, 'https://shop.example.com/landing', '2024-03-02 00:10:00.000000']]);
  });

  it('shows no other project', async () => {
    const rows = await warehouse.rows('select uniq(session_id_v7) from raw_sessions');
    expect(rows).toEqual([[6]]);
  });
});
