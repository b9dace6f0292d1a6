import { createIsolatedClickHouse } from '@tidemark/testing';
import {
  consoleRow,
  distinctIdRow,
  eventRow,
  personRow,
  replayRow,
  sessionId,
  uuid,
} from './test-support/rows';
import type { Warehouse } from './test-support/warehouse';
import { createWarehouse } from './test-support/warehouse';

const ANN = uuid(2_000_001);

let warehouse: Warehouse;

beforeAll(async () => {
  warehouse = createWarehouse(await createIsolatedClickHouse());
  await warehouse.insert('session_replay_events', [
    replayRow({
      session: 's1',
      distinctId: 'ann',
      message: 2,
      start: '2024-03-01 10:00:10',
      end: '2024-03-01 10:00:20',
      urls: ['https://a/2', 'https://a/1'],
      counts: 2,
    }),
    replayRow({
      session: 's1',
      distinctId: 'ann',
      message: 1,
      start: '2024-03-01 10:00:00',
      end: '2024-03-01 10:00:09',
      urls: ['https://a/1'],
      counts: 3,
    }),
    replayRow({
      session: 's2',
      message: 3,
      start: '2024-03-02 00:00:00',
      end: '2024-03-02 00:00:00',
    }),
    replayRow({
      session: 's1',
      teamId: 2,
      message: 1,
      start: '2024-03-01 09:00:00',
      end: '2024-03-01 11:00:00',
      counts: 100,
    }),
  ]);
  const first = { session: 's1', message: 'hello', number: 1 };
  await warehouse.insert(
    'log_entries',
    [
      first,
      // A range that is stored again inserts it again.
      first,
      {
        session: 's1',
        message: 'oops',
        level: 'error',
        number: 2,
        timestamp: '2024-03-01 10:00:05',
      },
      { session: 's2', message: 'other', number: 3 },
      { session: 's1', message: 'SECRET', number: 1, teamId: 2 },
    ].map(consoleRow),
  );
  await warehouse.insert('person', [personRow({ id: ANN, properties: { plan: 'paid' } })]);
  await warehouse.insert('person_distinct_id', [
    distinctIdRow({ distinctId: 'ann', personId: ANN }),
  ]);
  await warehouse.insert('events', [
    { ...eventRow({ event: 'a', properties: { p: 'x' } }), $session_id: 's1' },
    { ...eventRow({ event: 'b', properties: { p: 'y' } }), $session_id: 's1' },
    { ...eventRow({ event: 'c', teamId: 2 }), $session_id: 's2' },
  ]);
});

afterAll(() => warehouse.close());

describe('session_replay_events', () => {
  it('is one row per session', async () => {
    expect(
      await warehouse.rows(
        `select session_id, distinct_id, dateDiff('second', start_time, end_time), first_url, arraySort(all_urls),
           click_count, keypress_count, mouse_activity_count, active_milliseconds, console_log_count,
           console_warn_count, console_error_count, size, event_count, message_count, snapshot_source,
           snapshot_library, retention_period_days
         from session_replay_events order by start_time`,
      ),
    ).toEqual([
      [
        's1',
        'ann',
        20,
        'https://a/1',
        ['https://a/1', 'https://a/2'],
        5,
        5,
        5,
        5,
        5,
        5,
        5,
        5,
        5,
        2,
        'web',
        'web',
        0,
      ],
      ['s2', 'visitor', 0, null, [], 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 'web', 'web', 0],
    ]);
  });

  it.each<[string, unknown[][]]>([
    ['select count() from session_replay_events', [[2]]],
    [`select click_count from session_replay_events where session_id = 's1'`, [[5]]],
    [`select session_id from session_replay_events where click_count > 1`, [['s1']]],
    [`select session_id from session_replay_events where start_time >= '2024-03-02'`, [['s2']]],
    ['select sum(click_count), max(team_id) from session_replay_events', [[6, 1]]],
    [`select retention_period_days from session_replay_events where session_id = 's2'`, [[0]]],
    [
      `select session_id, person_id, person.properties.plan from session_replay_events where session_id = 's1'`,
      [['s1', ANN, 'paid']],
    ],
    [
      `select session_id, events.event from session_replay_events where events.event in ('a', 'b', 'c') order by events.event`,
      [
        ['s1', 'a'],
        ['s1', 'b'],
      ],
    ],
    [
      `select r.first_url, e.event from events e join session_replay_events r on r.session_id = e.$session_id order by e.event`,
      [
        ['https://a/1', 'a'],
        ['https://a/1', 'b'],
      ],
    ],
    [
      `select event from events where $session_id in (select session_id from session_replay_events where click_count > 3) order by event`,
      [['a'], ['b']],
    ],
  ])('%s', async (statement, rows) => {
    expect(await warehouse.rows(statement)).toEqual(rows);
  });

  it('shows its columns in the order of the wire', async () => {
    const [row] = await warehouse.rows(
      'select * from session_replay_events order by session_id limit 1',
    );
    expect(row).toHaveLength(19);
    expect(row?.[0]).toBe('s1');
  });
});

it('raw_session_replay_events is one row per message', async () => {
  expect(
    await warehouse.rows(
      `select session_id, toUnixTimestamp(max_last_timestamp) - toUnixTimestamp(min_first_timestamp), click_count, person_id = toUUID('${ANN}')
       from raw_session_replay_events order by min_first_timestamp`,
    ),
  ).toEqual([
    ['s1', 9, 3, 1],
    ['s1', 10, 2, 1],
    ['s2', 0, 1, 0],
  ]);
});

it('log_entries are messages of the console, each once', async () => {
  expect(
    await warehouse.rows(
      'select log_source, log_source_id, instance_id, level, message from log_entries order by timestamp, message',
    ),
  ).toEqual([
    ['session_replay', 's1', '', 'info', 'hello'],
    ['session_replay', 's2', '', 'info', 'other'],
    ['session_replay', 's1', '', 'error', 'oops'],
  ]);
  expect(
    await warehouse.rows(
      "select * from console_logs_log_entries where log_source_id = 's1' and level = 'error'",
    ),
  ).toEqual([['session_replay', 's1', '', expect.any(String), 'oops', 'error']]);
  for (const table of ['session_replay_events', 'raw_session_replay_events']) {
    expect(
      await warehouse.rows(
        `select session_id, arraySort(groupUniqArray(console_logs.message)) from ${table} group by session_id order by 1`,
      ),
    ).toEqual([
      ['s1', ['hello', 'oops']],
      ['s2', ['other']],
    ]);
  }
});

describe('sessions and their recordings', () => {
  const RECORDED = sessionId('2024-04-01 10:00:00');
  const UNSEEN = sessionId('2024-04-01 11:00:00');

  beforeAll(async () => {
    await warehouse.insert(
      'events',
      [RECORDED, UNSEEN].map((session) =>
        eventRow({
          event: '$pageview',
          properties: { $current_url: 'https://a/start' },
          sessionId: session,
          timestamp: '2024-04-01 11:00:00',
        }),
      ),
    );
    await warehouse.insert('session_replay_events', [
      replayRow({
        session: RECORDED,
        message: 9,
        start: '2024-04-01 10:00:00',
        end: '2024-04-01 10:01:00',
      }),
      // A row of another project, which must have no effect.
      replayRow({
        session: UNSEEN,
        teamId: 2,
        message: 9,
        start: '2024-04-01 11:00:00',
        end: '2024-04-01 11:01:00',
      }),
    ]);
  });

  it('show whether there is one', async () => {
    expect(
      await warehouse.rows(
        `select session_id, $has_replay_events from sessions where session_id in ('${RECORDED}', '${UNSEEN}') order by 1`,
      ),
    ).toEqual([
      [RECORDED, 1],
      [UNSEEN, 0],
    ]);
    expect(
      await warehouse.rows('select session_id from sessions where $has_replay_events'),
    ).toEqual([[RECORDED]]);
  });

  it('are joined from the recording', async () => {
    expect(
      await warehouse.rows(
        `select session.$entry_pathname, click_count from session_replay_events where start_time >= '2024-04-01'`,
      ),
    ).toEqual([['/start', expect.any(Number)]]);
    expect(
      await warehouse.rows(
        `select session.$entry_pathname from session_replay_events where session_id = 's1'`,
      ),
    ).toEqual([[null]]);
  });
});
