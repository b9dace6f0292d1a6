import { sql } from 'kysely';
import { likePattern } from '../like-pattern';

/** A condition on names: the name contains all words, ignoring the letter case, or is one of the aliases. */
export function isCalled(words: readonly string[], aliases: readonly string[] = []) {
  const patterns = words.map(likePattern);
  return sql<boolean>`(name ILIKE ALL (${patterns}::text[]) OR name = ANY (${[...aliases]}::text[]))`;
}

/** A condition on tags, verification and other fields that users edit. */
export function isDescribed({
  verified,
  withHidden = true,
  tags,
}: {
  readonly verified?: boolean;
  readonly withHidden?: boolean;
  readonly tags?: readonly string[];
}) {
  return sql<boolean>`(${verified ?? null}::boolean IS NULL OR verified = ${verified ?? null}::boolean)
    AND (${withHidden}::boolean OR NOT hidden)
    AND (${tags === undefined}::boolean OR tags && ${[...(tags ?? [])]}::text[])`;
}
