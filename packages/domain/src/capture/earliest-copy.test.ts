import { earliestCopy } from './earliest-copy';
import { eventTime } from './event-time';

const NOW = Date.parse('2026-01-15T12:00:00Z');
const MINUTE = 60_000;

interface Sent {
  readonly timestamp?: string;
  readonly offset?: number;
  readonly sentAt?: number;
}

/** Returns how long before its arrival a copy of the event may have been accepted, in minutes; null: any time. */
function minutesBefore(sent: Sent, hasOwnUuid = true): number | null {
  const inputs = {
    timestamp: sent.timestamp,
    offset: sent.offset,
    sentAt: sent.sentAt ?? null,
    ignoreSentAt: false,
    now: NOW,
  };
  const earliest = earliestCopy(inputs, eventTime(inputs), hasOwnUuid);
  return earliest === null ? null : (NOW - earliest) / MINUTE;
}

const at = (minutes: number): string => new Date(NOW + minutes * MINUTE).toISOString();

it.each<[name: string, sent: Sent, minutes: number | null]>([
  ['a timestamp and a correct clock', { timestamp: at(-2), sentAt: NOW }, 3],
  ['a timestamp and an unknown clock', { timestamp: at(-2) }, 7],
  ['a clock that is an hour fast', { timestamp: at(58), sentAt: NOW + 60 * MINUTE }, 3],
  [
    'the sent_at of an attempt ten minutes ago',
    { timestamp: at(-12), sentAt: NOW - 10 * MINUTE },
    13,
  ],
  ['no timestamp', { sentAt: NOW }, null],
  ['a timestamp that cannot be read', { timestamp: 'yesterday', sentAt: NOW }, null],
  ['an offset', { timestamp: at(-2), offset: 1_000, sentAt: NOW }, null],
  ['a timestamp in the future', { timestamp: at(10) }, null],
])('an event with %s', (_, sent, minutes) => expect(minutesBefore(sent)).toBe(minutes));

it('an event without a uuid of the client has no copies', () => {
  expect(minutesBefore({}, false)).toBe(1);
  expect(minutesBefore({ timestamp: at(-600), offset: 5 }, false)).toBe(1);
});
