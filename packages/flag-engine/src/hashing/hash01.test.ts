import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { hash01 } from './hash01';

describe('hash01', () => {
  it('agrees with exact integer arithmetic on the full digest', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const digest = createHash('sha1').update(text, 'utf8').digest('hex');
        const first60Bits = BigInt(`0x${digest}`) >> 100n;
        expect(hash01(text)).toBe(Number(first60Bits) / Number(2n ** 60n - 1n));
      }),
    );
  });
});
