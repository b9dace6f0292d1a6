import { sql } from 'kysely';
import { likePattern } from '../like-pattern';

/** A condition on names: they contain all words, ignoring case, or equal one of the aliases. */
export function isCalled(words: readonly string[], aliases: readonly string[] = []) {
  const patterns = words.map(likePattern);
  return sql<boolean>`(name ILIKE ALL (${patterns}::text[]) OR name = ANY (${[...aliases]}::text[]))`;
}

/** The filter by tags, verification and other fields that people edit. */
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
