import * as fc from 'fast-check';
import { afterPosition, positionText } from './log-position';

it('compares records in the order of their partition', () => {
  const position = fc.tuple(fc.nat(), fc.nat(20), fc.nat(99));
  fc.assert(
    fc.property(position, position, ([ms, sequence, index], other) => {
      const record = { id: `${ms}-${sequence}`, index };
      const known = positionText({ id: `${other[0]}-${other[1]}`, index: other[2] });
      const differs = [ms - other[0], sequence - other[1], index - other[2]].find((d) => d !== 0);
      expect(afterPosition(known)(record)).toBe((differs ?? 0) > 0);
    }),
  );
  expect(afterPosition('')({ id: '0', index: 0 })).toBe(true);
});

it('compares records of several entries with one position', () => {
  const isAfter = afterPosition('10-2-3');
  const at = (id: string, index: number) => isAfter({ id, index });
  expect([at('9-5', 7), at('10-2', 3), at('10-2', 4), at('10-3', 0), at('100-0', 0)]).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
});
