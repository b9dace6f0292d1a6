import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { hash01 } from './hash01';

describe('hash01', () => {
  it.each([
    // Dividing exactly and rounding once would end in ...004.
    ['beta-search.user-17', 0.009101217133290002],
    ['beta-search-rollout.user-105', 0.2851295399293007],
    ['holdout-user-31', 0.0194745413007599],
    ['checkout-layout.user-61variant', 0.5698252224547713],
    ['release.v2.a.bvariant', 0.7631886118730806],
    ['beta-search.', 0.6211969413249854],
    ['beta-search.ünïcødé-😀', 0.7415212578007152],
    ['org-dashboard.42', 0.5997466051660167],
    ['holdout-some_distinct_id', 0.7270002403585725],
    ['holdout-', 0.9268829483920294],
    [`beta-search.${'a'.repeat(200)}`, 0.10748426120816724],
    [`beta-search.${'é'.repeat(200)}`, 0.41168020551649087],
  ])('maps %s to the recorded value, bit by bit', (text, expected) => {
    expect(hash01(text)).toBe(expected);
  });

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
