import fc from 'fast-check';
import { hash01 } from './hash01';
import { inHoldout, inRollout, variantFor, variantShares } from './buckets';

const weights = (...percentages: number[]) =>
  variantShares(percentages.map((percentage, index) => ({ key: `v${index}`, percentage })));

/** The percentage that, divided by 100, is exactly the hash of the text. */
function percentageAt(text: string): number {
  const percentage = hash01(text) * 100;
  expect(percentage / 100).toBe(hash01(text));
  return percentage;
}

describe('a hash exactly on the bound', () => {
  it('is inside a rollout', () => {
    expect(inRollout('beta-search', 'user-17', percentageAt('beta-search.user-17'))).toBe(true);
  });

  it('is inside a holdout', () => {
    expect(inHoldout('user-31', percentageAt('holdout-user-31'))).toBe(true);
  });

  it('is outside the variant that ends there', () => {
    const percentage = percentageAt('checkout-layout.user-61variant');
    expect(variantFor('checkout-layout', 'user-61', weights(percentage, 100))).toBe('v1');
  });
});

describe('inRollout', () => {
  it.each([
    ['beta-search', 'user-17', 0, false],
    ['beta-search', 'user-17', 1, true],
    ['beta-search-rollout', 'user-105', 25.5, false],
    ['beta-search-rollout', 'user-105', 28, false],
    ['beta-search-rollout', 'user-105', 29, true],
    ['org-dashboard', '42', 59, false],
    ['org-dashboard', '42', 60, true],
    ['beta-search', 'anyone', 100, true],
  ])('%s for %s at %d %% is %s', (flagKey, identifier, percentage, expected) => {
    expect(inRollout(flagKey, identifier, percentage)).toBe(expected);
  });

  it('includes the empty identifier even at 0 %', () => {
    expect(inRollout('beta-search', '', 0)).toBe(true);
  });

  it('never removes anyone when the percentage rises', () => {
    const percentage = fc.double({ min: 0, max: 100, noNaN: true });
    fc.assert(
      fc.property(fc.string(), fc.string(), percentage, percentage, (flagKey, id, one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        expect(!inRollout(flagKey, id, low) || inRollout(flagKey, id, high)).toBe(true);
      }),
    );
  });

  it('includes about the requested share', () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => `user-${index}`);
    const included = ids.filter((id) => inRollout('share', id, 30)).length;
    expect(included).toBeGreaterThan(2_800);
    expect(included).toBeLessThan(3_200);
  });
});

describe('variantFor', () => {
  it('picks the first share that ends after the hash (0.5698...)', () => {
    expect(variantFor('checkout-layout', 'user-61', weights(50, 25, 25))).toBe('v1');
    expect(variantFor('checkout-layout', 'user-61', weights(56.98, 43.02))).toBe('v1');
    expect(variantFor('checkout-layout', 'user-61', weights(56.99, 43.01))).toBe('v0');
  });

  it('has no variant beyond the last share', () => {
    expect(variantFor('checkout-layout', 'user-61', weights(20, 30))).toBeNull();
    expect(variantFor('checkout-layout', 'user-61', [])).toBeNull();
  });

  it('gives the empty identifier the first variant that has a share', () => {
    expect(variantFor('checkout-layout', '', weights(1, 99))).toBe('v0');
    expect(variantFor('checkout-layout', '', weights(0, 100))).toBe('v1');
  });

  it('sums shares left to right in binary64', () => {
    expect(weights(10, 20, 70).map(({ upTo }) => upTo)).toEqual([0.1, 0.1 + 0.2, 0.1 + 0.2 + 0.7]);
  });

  it('partitions: exactly one variant for every identifier when weights sum to 100', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.integer({ min: 0, max: 100 }), (key, id, cut) => {
        const both = weights(cut, 100 - cut);
        const chosen = variantFor(key, id, both);
        const inFirst = variantFor(key, id, both.slice(0, 1)) !== null;
        expect(chosen).toBe(inFirst ? 'v0' : 'v1');
      }),
    );
  });
});

describe('inHoldout', () => {
  it.each([
    ['user-31', 10, true],
    ['user-31', 1, false],
    ['user-77', 10, false],
    ['user-77', 100, true],
    // Not 0 as in rollouts: in holdouts the prefix alone is hashed (0.9268...).
    ['', 92, false],
    ['', 93, true],
  ])('%s at %d %% is %s', (identifier, percentage, expected) => {
    expect(inHoldout(identifier, percentage)).toBe(expected);
  });
});
