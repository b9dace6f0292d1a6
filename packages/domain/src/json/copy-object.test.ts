import fc from 'fast-check';
import { assignAll, copyWithout } from './copy-object';

const json = fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), fc.jsonValue());

it('copies like a spread with deletions', () => {
  fc.assert(
    fc.property(json, fc.array(fc.string()), (given, names) => {
      const skipped = new Set([...names, ...Object.keys(given).slice(0, 1)]);
      const expected = Object.entries(given).filter(([key]) => !skipped.has(key));
      expect(Object.entries(copyWithout(given, skipped))).toEqual(expected);
    }),
  );
});

it('assigns like a spread', () => {
  fc.assert(
    fc.property(json, json, (under, over) => {
      const target = { ...under };
      assignAll(target, over);
      expect(JSON.stringify(target)).toBe(JSON.stringify({ ...under, ...over }));
      expect(Object.getPrototypeOf(target)).toBe(Object.prototype);
    }),
  );
});
