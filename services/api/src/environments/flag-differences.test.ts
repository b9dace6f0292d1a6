import fc from 'fast-check';
import { COPIED_FIELDS, fieldDifferences } from './flag-differences';

const fields = fc
  .tuple(...COPIED_FIELDS.map(() => fc.oneof(fc.boolean(), fc.string(), fc.constant(null))))
  .map((values) => Object.fromEntries(COPIED_FIELDS.map((field, index) => [field, values[index]])));

it('finds no difference between equal flags', () => {
  fc.assert(
    fc.property(fields, (flag) => {
      expect(fieldDifferences(flag, structuredClone(flag))).toEqual([]);
    }),
  );
});

it('names exactly what must be changed to get from one flag to the other', () => {
  fc.assert(
    fc.property(fields, fields, (before, after) => {
      const differences = fieldDifferences(before, after);
      const changed: Record<string, unknown> = { ...before };
      for (const { field, before: old, after: wanted } of differences) {
        expect(old).toEqual(before[field] ?? null);
        changed[field] = wanted;
      }
      expect(changed).toEqual(after);
    }),
  );
});

it('is the same the other way round, with the sides exchanged', () => {
  fc.assert(
    fc.property(fields, fields, (left, right) => {
      const there = fieldDifferences(left, right);
      const back = fieldDifferences(right, left);
      expect(back).toEqual(
        there.map(({ field, before, after }) => ({ field, before: after, after: before })),
      );
    }),
  );
});
