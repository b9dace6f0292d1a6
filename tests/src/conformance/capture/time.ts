import type { ConformanceCase } from '../test-support/case';
import { TOKEN, USER, accepted, event, shows } from '../test-support/case';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
/** The current time on a client whose clock is far ahead. */
const CLIENT_CLOCK = Date.UTC(2040, 0, 1);
/** The tolerance of a stored timestamp in seconds. */
const TOLERANCE_S = 2;

/** Expects the timestamp of the only event, in seconds relative to the time at which the server received it. */
function happened(seconds: number): ReturnType<typeof shows> {
  return shows(
    `SELECT abs(dateDiff('second', created_at, timestamp) - (${seconds})) <= ${TOLERANCE_S} FROM events`,
    [[1]],
  );
}

interface Claim {
  readonly timestamp?: (now: number) => unknown;
  readonly offset?: number;
  readonly sentAt?: (now: number) => unknown;
  readonly properties?: object;
}

function claim(name: string, path: string, given: Claim, seconds: number): ConformanceCase {
  return {
    name,
    steps: [
      accepted(path, (now: number) => ({
        api_key: TOKEN,
        batch: [
          {
            event: 'time',
            distinct_id: USER,
            properties: given.properties ?? {},
            ...(given.timestamp && { timestamp: given.timestamp(now) }),
            ...(given.offset !== undefined && { offset: given.offset }),
          },
        ],
        ...(given.sentAt && { sent_at: given.sentAt(now) }),
      })),
      happened(seconds),
    ],
  };
}

const iso = (ms: number): string => new Date(ms).toISOString();
const after = (ms: number) => (now: number) => iso(now + ms);

/** Section C of the conformance cases: the timestamp of an event. */
export const time: readonly ConformanceCase[] = [
  claim('an event without a time gets the current time', '/e/', {}, 0),
  claim(
    'a timestamp without sent_at is used unchanged',
    '/e/',
    { timestamp: after(-HOUR) },
    -3_600,
  ),
  claim(
    'C40 a client whose clock is 10 s ahead',
    '/batch/',
    { timestamp: after(-HOUR), sentAt: after(10 * SECOND) },
    -3_610,
  ),
  claim(
    'C40 a client whose clock is a day behind',
    '/batch/',
    { timestamp: after(-24 * HOUR), sentAt: after(-24 * HOUR) },
    0,
  ),
  claim(
    'C41 $ignore_sent_at',
    '/batch/',
    { timestamp: after(-HOUR), sentAt: after(HOUR), properties: { $ignore_sent_at: true } },
    -3_600,
  ),
  claim('C42 offset', '/e/', { offset: 5_000 }, -5),
  claim(
    'C42 offset is preferred to timestamp',
    '/e/',
    { offset: 5_000, timestamp: after(-HOUR) },
    -5,
  ),
  claim(
    'C43 a timestamp a day ahead is replaced by the current time',
    '/e/',
    { timestamp: after(24 * HOUR) },
    0,
  ),
  claim(
    'C44 a timestamp 22 hours ahead is kept',
    '/e/',
    { timestamp: after(22 * HOUR) },
    22 * 3_600,
  ),
  claim(
    'C45 an invalid timestamp is replaced by the current time',
    '/e/',
    { timestamp: () => 'garbage' },
    0,
  ),
  claim(
    'C45 an invalid sent_at is ignored',
    '/e/',
    { timestamp: after(-HOUR), sentAt: () => 'x' },
    -3_600,
  ),
  claim('sent_at without timestamp has no effect', '/e/', { sentAt: after(HOUR) }, 0),
  claim(
    'a timestamp in a time zone other than UTC',
    '/e/',
    { timestamp: (now) => `${iso(now - HOUR + 2 * HOUR).slice(0, 19)}+02:00` },
    -3_600,
  ),
  {
    name: 'C40 timestamps are stored with milliseconds',
    steps: [
      accepted('/capture/', event('exact', {}, { timestamp: '2026-01-02T03:04:05.678+01:00' })),
      shows(`SELECT toString(timestamp) FROM events`, [['2026-01-02 02:04:05.678000']]),
    ],
  },
  {
    name: 'sent_at is a property of the event',
    steps: [
      accepted('/batch/', {
        api_key: TOKEN,
        sent_at: '2026-01-02T03:04:05.678+01:00',
        batch: [{ event: 'sent', distinct_id: USER }],
      }),
      shows(`SELECT JSONExtractString(properties, '$sent_at') FROM events`, [
        ['2026-01-02T02:04:05.678Z'],
      ]),
    ],
  },
  ...(['_', 'sent_at'] as const).flatMap((name) => [
    {
      name: `C46 ${name} in the query, in ms`,
      steps: [
        accepted(
          `/e/?${name}=${CLIENT_CLOCK}`,
          event('time', {}, { timestamp: iso(CLIENT_CLOCK - HOUR) }),
        ),
        happened(-3_600),
      ],
    },
    {
      name: `C46 ${name} in the query, in seconds, is ignored`,
      steps: [
        accepted(`/e/?${name}=${CLIENT_CLOCK / SECOND}`, (now: number) =>
          event('time', {}, { timestamp: iso(now - HOUR) }),
        ),
        happened(-3_600),
      ],
    },
  ]),
];
