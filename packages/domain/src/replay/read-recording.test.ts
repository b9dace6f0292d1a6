import type { RequestEvent } from '../capture/read-event';
import { readRecording } from './read-recording';
import { SESSION, at, snapshotEvent } from './test-support/snapshots';

const read = (first: RequestEvent, userAgent?: string) => readRecording([first], userAgent);

it('takes the distinct id and session from the first event, and the snapshots from all', () => {
  const second = snapshotEvent(at(2, 3), { $session_id: 'other', distinct_id: undefined });
  expect(readRecording([snapshotEvent([at(0, 4), at(1, 3)]), second], undefined)).toEqual({
    sessionId: SESSION,
    windowId: 'w',
    distinctId: 'u1',
    source: 'web',
    library: 'web',
    items: [at(0, 4), at(1, 3), at(2, 3)],
  });
});

it.each<[string, object, string]>([
  ['no session id', { $session_id: undefined }, 'replay event submitted without session id'],
  ['a null session id', { $session_id: null }, 'replay event has invalid session id'],
  ['a number as session id', { $session_id: 1 }, 'replay event has invalid session id'],
  ['an empty session id', { $session_id: '' }, 'replay event has invalid session id'],
  ['a session id with blanks', { $session_id: 'a b' }, 'replay event has invalid session id'],
  ['a session id with a line break', { $session_id: 'a\n' }, 'replay event has invalid session id'],
  ['71 characters', { $session_id: 'a'.repeat(71) }, 'replay event has invalid session id'],
  ['no distinct id', { distinct_id: undefined }, 'event submitted without a distinct_id'],
  ['a blank distinct id', { distinct_id: ' ' }, 'event submitted without a distinct_id'],
  [
    'an invalid cookieless mode',
    { $cookieless_mode: 1 },
    'event submitted with invalid cookieless mode',
  ],
  ['no data', { $snapshot_data: undefined }, 'replay event submitted without snapshot data'],
  ['null as data', { $snapshot_data: null }, 'replay event submitted without snapshot data'],
  ['text as data', { $snapshot_data: 'x' }, 'replay event submitted without snapshot data'],
])('rejects %s', (_, properties, message) => {
  expect(() => read(snapshotEvent([], properties))).toThrow(
    expect.objectContaining({ status: 400, message }),
  );
});

it('rejects the request for a later event without data', () => {
  const bare = snapshotEvent(undefined);
  expect(() => readRecording([snapshotEvent([]), bare], undefined)).toThrow(
    /without snapshot data/,
  );
});

it.each<[object, string | undefined, object]>([
  [
    { $lib: 'posthog-ios', $snapshot_source: 'mobile' },
    'x',
    { library: 'posthog-ios', source: 'mobile' },
  ],
  [{}, 'posthog-android/3.1 (Linux)', { library: 'posthog-android' }],
  [{}, 'Mozilla/5.0', { library: 'web', source: 'web' }],
  [{ $window_id: undefined }, undefined, { windowId: SESSION }],
  [{ $session_id: 'a'.repeat(70) }, undefined, { sessionId: 'a'.repeat(70) }],
  [{ distinct_id: 23 }, undefined, { distinctId: '23' }],
])('%j by %s', (properties, userAgent, expected) => {
  expect(read(snapshotEvent([], properties), userAgent)).toMatchObject(expected);
});
