import { hash01 } from './hash01';

const VARIANT_SALT = 'variant';
const HOLDOUT_PREFIX = 'holdout-';

/** A variant with the end of its share of [0, 1): the running sum of percentages / 100. */
export interface VariantShare {
  readonly key: string;
  readonly upTo: number;
}

/**
 * Whether the identifier is inside the rollout of the flag.
 *
 * 100 includes everyone without hashing. An empty identifier hashes to 0, so that even a rollout of 0 % includes it,
 * as in PostHog.
 *
 * @param percentage 0 to 100, fractions allowed
 */
export function inRollout(flagKey: string, identifier: string, percentage: number): boolean {
  if (percentage === 100) return true;
  return rolloutPosition(flagKey, identifier) <= percentage / 100;
}

/** The position of an identifier in the rollout, by its hash: from 0 to 1. */
export function rolloutPosition(flagKey: string, identifier: string): number {
  return bucketHash(flagKey, identifier, '');
}

/**
 * The variant whose share contains the identifier, or null when the shares end before it (percentages that sum to
 * less than 100, or to just below 1 in binary64).
 */
export function variantFor(
  flagKey: string,
  identifier: string,
  shares: readonly VariantShare[],
): string | null {
  const position = bucketHash(flagKey, identifier, VARIANT_SALT);
  for (const share of shares) {
    if (position < share.upTo) return share.key;
  }
  return null;
}

/**
 * Shares of the variants in stored order, summed left to right in binary64 (the order of additions
 * is part of the protocol).
 */
export function variantShares(
  variants: readonly { readonly key: string; readonly percentage: number }[],
): VariantShare[] {
  let upTo = 0;
  return variants.map(({ key, percentage }) => {
    upTo += percentage / 100;
    return { key, upTo };
  });
}

/**
 * Whether the identifier is held out. All holdouts share one hash; unlike in rollouts, an empty identifier is hashed
 * like any other.
 *
 * @param percentage share of identifiers that are held out, 0 to 100
 */
export function inHoldout(identifier: string, percentage: number): boolean {
  if (percentage >= 100) return true;
  return hash01(HOLDOUT_PREFIX + identifier) <= percentage / 100;
}

function bucketHash(flagKey: string, identifier: string, salt: string): number {
  return identifier === '' ? 0 : hash01(`${flagKey}.${identifier}${salt}`);
}
