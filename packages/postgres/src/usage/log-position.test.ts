import * as fc from 'fast-check';
import { isBehind, positionText } from './log-position';

it('compares records in the order of their partition', () => {
  const position = fc.tuple(fc.nat(), fc.nat(20), fc.nat(99));
  fc.assert(
    fc.property(position, position, ([ms, sequence, index], other) => {
      const record = { id: `${ms}-${sequence}`, index };
      const known = positionText({ id: `${other[0]}-${other[1]}`, index: other[2] });
      const differs = [ms - other[0], sequence - other[1], index - other[2]].find((d) => d !== 0);
      expect(isBehind(record, known)).toBe((differs ?? 0) > 0);
    }),
  );
  expect(isBehind({ id: '0', index: 0 }, '')).toBe(true);
});
