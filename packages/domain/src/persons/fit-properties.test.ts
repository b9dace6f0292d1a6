import fc from 'fast-check';
import { isOversized, trimmedProperties } from './fit-properties';

const KIB = 1024;
const text = (kib: number): string => 'x'.repeat(kib * KIB);

it('does not change a person that fits', () => {
  expect(trimmedProperties({ a: text(600) })).toBeNull();
});

it('drops the largest values first, and no more than needed', () => {
  const trimmed = trimmedProperties({ small: text(10), large: text(400), middle: text(300) });
  expect(Object.keys(trimmed ?? {})).toEqual(['small', 'middle']);
});

it('never drops identifying properties', () => {
  const protectedKeys = { email: text(200), $initial_referrer: text(200), utm_source: text(200) };
  const trimmed = trimmedProperties({ ...protectedKeys, a: text(100), b: 1 });
  expect(Object.keys(trimmed ?? {})).toEqual(Object.keys(protectedKeys));
});

it('always ends below the bound when something may be dropped, whatever the values', () => {
  const value = fc.oneof(fc.string({ maxLength: 200_000, unit: 'grapheme' }), fc.integer());
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ maxLength: 5 }), value, { size: 'max', maxKeys: 12 }),
      (some) => {
        const properties = { ...some, blob: text(641) };
        const trimmed = trimmedProperties(properties);
        expect(trimmed).not.toBeNull();
        expect(isOversized(trimmed ?? {})).toBe(false);
        expect(trimmed).not.toHaveProperty('blob');
      },
    ),
    { numRuns: 30 },
  );
});
