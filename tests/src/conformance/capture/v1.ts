import type { ConformanceCase, ExpectedResponse, Send } from '../test-support/case';
import { TOKEN, counts, shows } from '../test-support/case';

const REQUEST_ID = '0190a8c0-0000-7000-8000-0000000000ff';
const TIME = '2026-01-02T12:00:00Z';

const HEADERS = {
  authorization: `Bearer ${TOKEN}`,
  'user-agent': 'conformance/1',
  'posthog-sdk-info': 'posthog-node/5.1.0',
  'posthog-attempt': '1',
  'posthog-request-id': REQUEST_ID,
  'posthog-request-timestamp': TIME,
};

const uuid = (end: number): string => `0190a8c0-0000-7000-8000-00000000000${end}`;

const event = (end: number, more: object = {}): object => ({
  event: 'v1',
  uuid: uuid(end),
  distinct_id: 'u1',
  timestamp: TIME,
  ...more,
});

function sent(events: readonly object[], response: ExpectedResponse, headers: object = {}): Send {
  return {
    send: {
      path: '/i/v1/analytics/events',
      body: { created_at: TIME, batch: events },
      headers: { ...HEADERS, ...headers },
    },
    response,
  };
}

const rejected = (status: number, error: string): ExpectedResponse => ({
  status,
  body: { error, error_uri: 'https://posthog.com/docs/api' },
  headers: { 'posthog-request-id': REQUEST_ID, 'retry-after': null },
});

/** Section E, check 67: the V1 endpoint. Its individual tags are tested in the packages that set them. */
export const v1: readonly ConformanceCase[] = [
  {
    name: 'E67 the response has a result for each event, and valid events are stored',
    steps: [
      sent(
        [
          event(3, { options: { process_person_profile: '0' }, window_id: 'w1' }),
          event(1, { timestamp: 'yesterday' }),
          event(2, { distinct_id: 'Guest', properties: { $set: { a: 1 } } }),
          event(4, {
            event: '$identify',
            distinct_id: 'null',
            properties: { $anon_distinct_id: 'u2' },
          }),
        ],
        {
          status: 200,
          body: {
            results: {
              [uuid(3)]: { result: 'ok' },
              [uuid(1)]: { result: 'drop', details: 'invalid_event_timestamp' },
              [uuid(2)]: { result: 'warning', details: 'person_processing_disabled' },
              [uuid(4)]: { result: 'warning', details: 'person_processing_disabled' },
            },
          },
          headers: { 'posthog-request-id': REQUEST_ID, 'retry-after': null, date: /GMT$/ },
        },
      ),
      shows(
        `SELECT toString(uuid), distinct_id, properties.$lib, properties.$lib_version, properties.$window_id FROM events ORDER BY uuid`,
        [
          [uuid(2), 'Guest', 'posthog-node', '5.1.0', null],
          [uuid(3), 'u1', 'posthog-node', '5.1.0', 'w1'],
          [uuid(4), 'null', 'posthog-node', '5.1.0', null],
        ],
      ),
      shows(`SELECT count() FROM persons`, [[0]]),
      shows(`SELECT type, sum(count) FROM system.ingestion_warnings GROUP BY type ORDER BY type`, [
        ['invalid_event_timestamp', 1],
        ['person_processing_disabled', 2],
      ]),
    ],
  },
  {
    name: 'E67 invalid batches are rejected, and nothing of them is stored',
    steps: [
      sent([event(1), event(1)], rejected(400, 'duplicate_event_uuid')),
      sent([event(1), event(2, { uuid: '' })], rejected(400, 'missing_event_uuid')),
      sent([], rejected(400, 'empty_batch')),
      sent([event(1)], rejected(401, 'invalid_api_token'), { authorization: 'Bearer phc_nobody' }),
      sent([event(1)], rejected(415, 'unsupported_encoding'), { 'content-encoding': 'lz4' }),
      {
        send: { path: '/i/v1/analytics/events/', body: { created_at: TIME, batch: [event(1)] } },
        response: { status: 401, body: { error: 'missing_authorization' } },
      },
      shows(
        `SELECT type, sum(count) FROM system.ingestion_warnings WHERE type LIKE '%uuid' GROUP BY type ORDER BY type`,
        [
          ['duplicate_event_uuid', 1],
          ['missing_event_uuid', 1],
        ],
      ),
      sent([event(4, { event: 'last' })], { status: 200 }),
      counts('last', 1),
      counts('v1', 0),
    ],
  },
];
