import { operationWords, payloadOf, timeInZone } from './schedule';

it.each([
  ['2026-07-01T09:00', 'Europe/Berlin', '2026-07-01T07:00:00.000Z'],
  ['2026-01-01T09:00', 'Europe/Berlin', '2026-01-01T08:00:00.000Z'],
  ['2026-11-24T00:30', 'America/New_York', '2026-11-24T05:30:00.000Z'],
  // The clock skips this hour, so that the time is moved by it.
  ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T00:30:00.000Z'],
  // The hour comes twice: the first one is taken.
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-11-24T09:00', 'UTC', '2026-11-24T09:00:00.000Z'],
])('%s in %s is %s', (civil, zone, time) => {
  expect(timeInZone(civil, zone)).toBe(time);
});

it('reads no time from other texts', () => {
  expect(timeInZone('', 'UTC')).toBeNull();
});

it('says what a scheduled change does', () => {
  expect(operationWords(payloadOf('off', 0))).toBe('Turn off');
  expect(operationWords(payloadOf('on', 0))).toBe('Turn on');
  expect(operationWords(payloadOf('condition', 25))).toBe('Add a condition: 25 %');
});
