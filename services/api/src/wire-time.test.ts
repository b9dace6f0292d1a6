import { wireTime, wireTimeOrNull } from './wire-time';

it.each([
  ['2025-01-02T03:04:05.678Z', '2025-01-02T03:04:05.678000Z'],
  ['2025-01-02T03:04:05.000Z', '2025-01-02T03:04:05Z'],
])('writes %s as %s', (iso, wire) => {
  expect(wireTime(new Date(iso))).toBe(wire);
  expect(wireTimeOrNull(new Date(iso))).toBe(wire);
});

it('keeps null', () => {
  expect(wireTimeOrNull(null)).toBeNull();
});
