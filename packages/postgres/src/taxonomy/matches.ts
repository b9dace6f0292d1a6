import { sql } from 'kysely';
import { likePattern } from '../like-pattern';

/** By parts of the name, all of them in any case, or by exactly one of these names. */
export function isCalled(words: readonly string[], aliases: readonly string[] = []) {
  const patterns = words.map(likePattern);
  return sql<boolean>`(name ILIKE ALL (${patterns}::text[]) OR name = ANY (${[...aliases]}::text[]))`;
}

/** By what people say about definitions. */
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
