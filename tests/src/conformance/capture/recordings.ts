import type { ConformanceCase, ExpectedResponse, Send } from '../test-support/case';
import { OK, TOKEN, USER, captured, event, settled, shows } from '../test-support/case';

const MIB = 1024 * 1024;
const T0 = 1_700_000_000_000;
const SESSION = '01900000-0000-7000-8000-000000000001';

const page = { type: 4, timestamp: T0, data: { href: 'https://a.b/c' } };
const at = (ms: number, type: number, data: object): object => ({ type, timestamp: T0 + ms, data });
const message = (level: string): object =>
  at(3_000, 6, { plugin: 'rrweb/console@1', payload: { level } });

const said = (level: string, payload: readonly string[]): object =>
  at(3_000, 6, { plugin: 'rrweb/console@1', payload: { level, payload } });

function snapshot(items: unknown, properties: object = {}): object {
  return {
    event: '$snapshot',
    properties: {
      token: TOKEN,
      distinct_id: USER,
      $session_id: SESSION,
      $window_id: 'w',
      $snapshot_data: items,
      ...properties,
    },
  };
}

function recorded(items: readonly object[], properties: object = {}): Send {
  return { send: { path: '/s/', body: [snapshot(items, properties)] }, response: OK };
}

/** A request that must be rejected with this text. Nothing of it must be stored. */
function rejected(
  name: string,
  body: string | object,
  text: string,
  status = 400,
): ConformanceCase {
  const response: ExpectedResponse = { status, body: text };
  return {
    name,
    steps: [
      { send: { path: '/s/', body }, response },
      ...settled(),
      shows('SELECT count() FROM session_replay_events', [[0]]),
    ],
  };
}

const NO_DATA = 'replay event submitted without snapshot data';
const BAD_ID = 'replay event has invalid session id';

/** Check 64 and `docs/wire/capture-storage.md#recordings`: session recordings. */
export const recordings: readonly ConformanceCase[] = [
  {
    name: 'E64 the smallest body creates a session with its first page',
    steps: [
      recorded([page]),
      shows('SELECT session_id, distinct_id, first_url FROM session_replay_events', [
        [SESSION, USER, 'https://a.b/c'],
      ]),
    ],
  },
  {
    name: 'E64 the counts are summed over all messages of a session',
    steps: [
      recorded([
        page,
        at(100, 3, { source: 2, type: 2 }),
        at(200, 3, { source: 2, type: 1 }),
        at(1_000, 3, { source: 1 }),
        at(2_000, 3, { source: 5, text: '*' }),
        ...['log', 'info', 'warn', 'error'].map(message),
      ]),
      recorded([
        at(60_000, 3, { source: 2, type: 4 }),
        at(61_000, 5, { payload: { href: ' /d ' } }),
      ]),
      shows(
        `SELECT click_count, mouse_activity_count, keypress_count, console_log_count,
           console_warn_count, console_error_count, active_milliseconds, event_count, message_count,
           dateDiff('second', start_time, end_time), arraySort(all_urls), size > 100,
           snapshot_source, snapshot_library
         FROM session_replay_events`,
        [[2, 4, 1, 2, 1, 1, 3_900, 11, 2, 61, ['/d', 'https://a.b/c'], 1, 'web', 'web']],
      ),
      shows('SELECT count() FROM raw_session_replay_events', [[2]]),
    ],
  },
  {
    name: 'E64 a request that is sent again is counted once',
    steps: [
      recorded([page]),
      recorded([page]),
      ...settled(),
      recorded([page]),
      ...settled('u2'),
      captured('last'),
      shows(`SELECT count() FROM events WHERE event = 'last'`, [[1]]),
      shows('SELECT message_count FROM session_replay_events', [[1]]),
    ],
  },
  {
    name: 'E64 console messages are stored once, and only if the project enables it',
    steps: [
      recorded([page, said('log', ['before', 'it was on'])]),
      shows('SELECT console_log_count FROM session_replay_events', [[1]]),
      shows('SELECT count() FROM log_entries', [[0]]),
      {
        manage: { method: 'PATCH', path: '' },
        body: { session_recording_opt_in: true, capture_console_log_opt_in: true },
        status: 200,
      },
      {
        send: { path: '/flags/?v=2&config=true', body: { token: TOKEN, distinct_id: USER } },
        response: { status: 200, body: { sessionRecording: { consoleLogRecordingEnabled: true } } },
        withinMs: 1_000,
      },
      recorded([page, said('log', ['hello', 'you']), said('error', ['oops'])]),
      recorded([page, said('log', ['hello', 'you']), said('error', ['oops'])]),
      shows('SELECT level, message, log_source_id FROM console_logs_log_entries ORDER BY level', [
        ['error', 'oops', SESSION],
        ['info', 'hello you', SESSION],
      ]),
      shows(`SELECT count(), countIf(console_logs.level = 'error') FROM session_replay_events`, [
        [2, 1],
      ]),
    ],
  },
  {
    name: 'E64 a session has its person',
    steps: [
      captured('before', { $set: { plan: 'pro' } }),
      recorded([page], { $lib: 'posthog-ios', $snapshot_source: 'mobile' }),
      shows(
        'SELECT snapshot_source, snapshot_library, person.properties.plan FROM session_replay_events',
        [['mobile', 'posthog-ios', 'pro']],
      ),
    ],
  },
  rejected(
    'E64 no session id',
    [snapshot([page], { $session_id: undefined })],
    'replay event submitted without session id',
  ),
  rejected(
    'E64 a session id with invalid characters',
    [snapshot([page], { $session_id: 'a_b' })],
    BAD_ID,
  ),
  rejected(
    'E64 a session id of 71 characters',
    [snapshot([page], { $session_id: 'a'.repeat(71) })],
    BAD_ID,
  ),
  rejected('E64 no snapshots', [snapshot(undefined)], NO_DATA),
  rejected('E64 a text instead of snapshots', [snapshot([page]), snapshot('x')], NO_DATA),
  rejected(
    'E64 no distinct id',
    [snapshot([page], { distinct_id: null })],
    'event submitted without a distinct_id',
  ),
  rejected(
    'E64 no token',
    [snapshot([page], { token: undefined })],
    'event submitted without an api_key',
    401,
  ),
  rejected('E64 an empty array', '[]', 'request holds no event'),
  {
    name: 'A18 a recording of 26 MiB is rejected; the connection stays open',
    steps: [
      {
        send: { path: '/s/', body: Buffer.alloc(26 * MIB, 0x20) },
        response: { status: 413, body: /^maximum event size exceeded: / },
      },
      {
        send: { path: '/s/', body: [snapshot([page])] },
        response: { status: 200, sameConnection: true },
      },
    ],
  },
  {
    name: 'E64 recordings above the quota are reported',
    steps: [
      {
        manage: { method: 'PATCH', path: '' },
        body: { quota_limited_resources: ['recordings'] },
        status: 200,
      },
      {
        send: { path: '/s/', body: [snapshot([page])] },
        response: { status: 200, body: '{"status":"Ok","quota_limited":["recordings"]}' },
        withinMs: 1_000,
      },
    ],
  },
  {
    name: 'events above the quota are dropped, exceptions are not',
    steps: [
      {
        manage: { method: 'PATCH', path: '' },
        body: { quota_limited_resources: [{ resource: 'events' }, { resource: 'feature_flags' }] },
        status: 200,
      },
      {
        send: { path: '/flags/?v=2&config=true', body: { token: TOKEN, distinct_id: USER } },
        response: { status: 200, body: { quotaLimited: ['feature_flags'], flags: {} } },
        withinMs: 1_000,
      },
      { send: { path: '/e/', body: event('dropped') }, response: OK },
      captured('$exception'),
      shows('SELECT event FROM events', [['$exception']]),
    ],
  },
];
