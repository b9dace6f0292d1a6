import { wireRows } from './wire-rows';

const one = (type: string, value: unknown): unknown => wireRows([[value]], [{ type }])[0]?.[0];

it.each([
  ['UTC', '2026-01-11T23:40:00.000000Z', '2026-01-11T23:40:00Z'],
  ['UTC', '2026-01-11T23:40:00.25Z', '2026-01-11T23:40:00.250000Z'],
  ['UTC', '2026-01-11T23:40:00.123456789Z', '2026-01-11T23:40:00.123456789Z'],
  ['Europe/Berlin', '2026-01-11T23:40:00.000000Z', '2026-01-12T00:40:00+01:00'],
  ['Europe/Berlin', '2026-03-29T00:59:59Z', '2026-03-29T01:59:59+01:00'],
  ['Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-29T03:00:00+02:00'],
  ['Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25T02:30:00+02:00'],
  ['Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00+01:00'],
  ['America/New_York', '2026-01-01T02:00:00.5Z', '2025-12-31T21:00:00.500000-05:00'],
  ['Asia/Kathmandu', '2026-01-01T00:00:00Z', '2026-01-01T05:45:00+05:45'],
  ['America/St_Johns', '2026-01-01T00:00:00Z', '2025-12-31T20:30:00-03:30'],
  ['Europe/London', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
  // Some old offsets have seconds.
  ['Africa/Monrovia', '1960-01-01T00:00:00Z', '1959-12-31T23:15:30-00:44:30'],
])('writes a time of %s: %s → %s', (zone, value, expected) => {
  const written = one(`DateTime64(6, '${zone}')`, value);
  expect(written).toBe(expected);
  expect(one(`Nullable(DateTime('${zone}'))`, value)).toBe(expected);
});

it('does not change dates, texts that look like times, and nulls', () => {
  expect(one('Date', '2026-01-11')).toBe('2026-01-11');
  expect(one('String', '2026-01-11T23:40:00.000000Z')).toBe('2026-01-11T23:40:00.000000Z');
  expect(one("Nullable(DateTime('UTC'))", null)).toBeNull();
});

it('accesses arrays, tuples and maps', () => {
  const utc = '2026-01-11T23:00:00.000Z';
  const local = '2026-01-12T00:00:00+01:00';
  const type = "DateTime('Europe/Berlin')";
  expect(one(`Array(${type})`, [utc])).toEqual([local]);
  expect(one(`Array(Array(Nullable(${type})))`, [[utc, null]])).toEqual([[local, null]]);
  expect(one(`Tuple(a String, ${type})`, [utc, utc])).toEqual([utc, local]);
  expect(one(`Map(String, ${type})`, { [utc]: utc })).toEqual({ [utc]: local });
});

it('writes each column by its own type', () => {
  const utc = '2026-01-11T23:00:00Z';
  expect(
    wireRows(
      [[utc, 1, utc]],
      [{ type: 'String' }, { type: 'UInt8' }, { type: "DateTime('Asia/Tokyo')" }],
    ),
  ).toEqual([[utc, 1, '2026-01-12T08:00:00+09:00']]);
});
