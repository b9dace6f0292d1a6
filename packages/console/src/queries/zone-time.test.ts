import { civilInZone, editedTime, nextHourInZone, timeInZone } from './zone-time';

it.each([
  ['2026-07-01T09:00', 'Europe/Berlin', '2026-07-01T07:00:00.000Z'],
  ['2026-01-01T09:00', 'Europe/Berlin', '2026-01-01T08:00:00.000Z'],
  ['2026-11-24T00:30', 'America/New_York', '2026-11-24T05:30:00.000Z'],
  // The clock skips this hour, so the time is moved by an hour.
  ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T00:30:00.000Z'],
  // This hour occurs twice; the first occurrence is used.
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-11-24T09:00', 'UTC', '2026-11-24T09:00:00.000Z'],
])('%s in %s is %s', (civil, zone, time) => {
  expect(timeInZone(civil, zone)).toBe(time);
});

it('returns null for other texts', () => {
  expect(timeInZone('', 'UTC')).toBeNull();
});

it('converts a timestamp to the local time of a zone, and back', () => {
  const time = Date.parse('2026-11-24T18:20:00Z');
  expect(civilInZone(time, 'Pacific/Kiritimati')).toBe('2026-11-25T08:20');
  expect(civilInZone(time, 'Asia/Kathmandu')).toBe('2026-11-25T00:05');
  for (const zone of ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu']) {
    expect(timeInZone(civilInZone(time, zone), zone)).toBe('2026-11-24T18:20:00.000Z');
  }
});

it('keeps a stored timestamp unless its text is edited', () => {
  // The second of two equal hours, with seconds.
  const stored = '2026-10-25T01:30:45Z';
  expect(editedTime('2026-10-25T02:30', 'Europe/Berlin', stored)).toBe(stored);
  expect(editedTime('2026-10-25T02:31', 'Europe/Berlin', stored)).toBe('2026-10-25T00:31:00.000Z');
  expect(editedTime('2026-10-25T02:30', 'Europe/Berlin', null)).toBe('2026-10-25T00:30:00.000Z');
  expect(editedTime('', 'Europe/Berlin', stored)).toBeNull();
});

it('finds the next full hour in the local time of a zone', () => {
  const time = Date.parse('2026-11-24T18:20:00Z');
  expect(nextHourInZone(time, 'UTC')).toBe('2026-11-24T19:00');
  // Nepal is 5 hours and 45 minutes ahead of UTC.
  expect(nextHourInZone(time, 'Asia/Kathmandu')).toBe('2026-11-25T01:00');
});
