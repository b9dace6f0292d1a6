import type { Compound } from '@tidemark/domain';
import { escapePattern, writtenPair } from './selector-pattern';

/** What `events` keeps of elements chains, as one compound of a selector asks for it. */
export interface CompoundParts {
  readonly joint: Compound['joint'];
  /** Patterns that the element's head, `tag.class.class`, has to fit. */
  readonly headPatterns: readonly string[];
  /** Attributes as chains write them. */
  readonly pairs: readonly string[];
  /** Whether that is all the compound asks for. */
  readonly isWhole: boolean;
}

/** As the columns are made (`0011-chain-parts.ts` of the ClickHouse migrations). */
const MAX_PAIR_BYTES = 120;
const UNKEPT: ReadonlySet<string> = new Set(['attr__class', 'attr__style', 'attr__id']);

export function compoundParts({ tag, classes, attributes, joint }: Compound): CompoundParts {
  const kept = attributes.filter(isKept);
  return {
    joint,
    headPatterns: [
      ...(tag === null ? [] : [`^${escapePattern(tag)}(?:\\.|$)`]),
      ...classes.map((name) => `\\.${escapePattern(name)}(?:\\.|$)`),
    ],
    pairs: kept.map(writtenPair),
    isWhole: kept.length === attributes.length,
  };
}

function isKept(attribute: readonly [key: string, value: string]): boolean {
  const [key] = attribute;
  const bytes = new TextEncoder().encode(writtenPair(attribute)).length;
  return key.startsWith('attr_') && !UNKEPT.has(key) && bytes <= MAX_PAIR_BYTES;
}
