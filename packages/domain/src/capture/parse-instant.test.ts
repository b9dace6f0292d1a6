import fc from 'fast-check';
import { parseInstant } from './parse-instant';

const at = (iso: string): number => Date.parse(iso);

describe('parseInstant', () => {
  it.each([
    ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05Z'],
    ['2026-01-02T03:04:05.123Z', '2026-01-02T03:04:05.123Z'],
    ['2026-01-02T03:04:05.123456789Z', '2026-01-02T03:04:05.123Z'],
    ['2026-01-02T03:04:05+03', '2026-01-02T00:04:05Z'],
    ['2026-01-02T03:04:05-0330', '2026-01-02T06:34:05Z'],
    ['2026-01-02t03:04:05+03:00', '2026-01-02T00:04:05Z'],
    ['2026-01-02T03:04:05', '2026-01-02T03:04:05Z'],
    ['2026-01-02T03:04', '2026-01-02T03:04:00Z'],
    ['2026-01-02', '2026-01-02T00:00:00Z'],
    ['2026-01-02 03:04:05', '2026-01-02T03:04:05Z'],
    ['2026-01-02 03:04:05.5 UTC', '2026-01-02T03:04:05.500Z'],
    ['2026/01/02 03:04:05', '2026-01-02T03:04:05Z'],
    ['01/02/2026 03:04:05', '2026-01-02T03:04:05Z'],
    ['Fri, 02 Jan 2026 03:04:05 GMT', '2026-01-02T03:04:05Z'],
    ['2 Jan 2026 03:04:05 +0100', '2026-01-02T02:04:05Z'],
    ['1767323045', '2026-01-02T03:04:05Z'],
    ['1767323045.5', '2026-01-02T03:04:05.500Z'],
    ['1767323045123', '2026-01-02T03:04:05.123Z'],
    ['1767323045123456', '2026-01-02T03:04:05.123Z'],
    ['1767323045123456789', '2026-01-02T03:04:05.123Z'],
    ['  2026-01-02T03:04:05Z\n', '2026-01-02T03:04:05Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00Z'],
    ['0050-01-01', '0050-01-01T00:00:00Z'],
  ])('reads %s', (text, expected) => {
    expect(parseInstant(text)).toBe(at(expected));
  });

  it.each([
    '',
    'garbage',
    '2026-13-01',
    '2026-02-30',
    '2026-01-02T25:00:00Z',
    '12',
    '31/31/2026',
    '-1',
  ])('rejects %j', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });

  it('reads times that a browser writes', () => {
    fc.assert(
      fc.property(
        fc.date({
          min: new Date(0),
          max: new Date('9999-12-31T23:59:59.999Z'),
          noInvalidDate: true,
        }),
        (date) => {
          expect(parseInstant(date.toISOString())).toBe(date.getTime());
        },
      ),
    );
  });

  it('does not throw for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const parsed = parseInstant(text);
        expect(parsed === undefined || Number.isFinite(parsed)).toBe(true);
      }),
    );
  });
});
