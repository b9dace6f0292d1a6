import { eventTime } from './event-time';
import { ignoredTime } from './ignored-time';

const NOW = Date.parse('2026-01-02T12:00:00Z');

it.each([
  [{ timestamp: '2026-01-02T11:00:00Z' }, null],
  [{ timestamp: '2026-01-02T12:00:00Z' }, null],
  [{ timestamp: '1970-01-01T00:00:00Z' }, null],
  [{}, null],
  [{ offset: 0 }, null],
  [{ timestamp: 'soon' }, { field: 'timestamp', value: 'soon', reason: 'unreadable' }],
  [{ timestamp: { a: 1 } }, { field: 'timestamp', value: '{"a":1}', reason: 'unreadable' }],
  [
    { timestamp: '2027-01-02T12:00:00Z' },
    { field: 'timestamp', value: '2027-01-02T12:00:00Z', reason: 'out of bounds' },
  ],
  [{ offset: 1e15 }, { field: 'offset', value: '1000000000000000', reason: 'out of bounds' }],
])('%j', (sent, details) => {
  const inputs = {
    timestamp: undefined,
    offset: undefined,
    sentAt: null,
    ignoreSentAt: false,
    now: NOW,
    ...sent,
  };
  const warning = ignoredTime(inputs, eventTime(inputs));
  expect(warning).toEqual(details && { type: 'ignored_invalid_timestamp', details });
});
