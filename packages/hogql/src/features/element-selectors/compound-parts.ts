import type { AttributeTest, Compound, SimpleCompound } from '@tidemark/domain';
import { escapePattern, writtenPair } from './selector-pattern';

/** The columns of `events` with parts of elements chains, as conditions on one element. */
export interface SimpleParts {
  /** Patterns that the element's head, `tag.class.class`, must match. */
  readonly headPatterns: readonly string[];
  /** Attributes in the form of chains. */
  readonly pairs: readonly string[];
  /** Whether these parts cover all conditions. */
  readonly isWhole: boolean;
}

export interface CompoundParts extends SimpleParts {
  readonly joint: Compound['joint'];
  /** The selectors that the element must not match. */
  readonly not: readonly SimpleParts[];
  readonly compound: Compound;
}

/** As in the migration that creates the columns (`0011-chain-parts.ts` of the ClickHouse migrations). */
const MAX_PAIR_BYTES = 120;
const UNKEPT: ReadonlySet<string> = new Set(['attr__class', 'attr__style', 'attr__id']);

export function compoundParts(compound: Compound): CompoundParts {
  const not = compound.not.map(simpleParts);
  const own = simpleParts(compound);
  const isWhole = own.isWhole && not.every((part) => part.isWhole);
  return { ...own, isWhole, joint: compound.joint, not, compound };
}

function simpleParts({ tag, classes, attributes }: SimpleCompound): SimpleParts {
  const kept = attributes.filter(isKept);
  return {
    headPatterns: [
      ...(tag === null ? [] : [`^${escapePattern(tag)}(?:\\.|$)`]),
      ...classes.map((name) => `\\.${escapePattern(name)}(?:\\.|$)`),
    ],
    pairs: kept.map(writtenPair),
    isWhole: kept.length === attributes.length,
  };
}

/** Parts of a value cannot be searched among the stored pairs, because long pairs are missing there. */
function isKept(test: AttributeTest): boolean {
  const bytes = new TextEncoder().encode(writtenPair(test)).length;
  return (
    test.operator === '=' &&
    test.key.startsWith('attr_') &&
    !UNKEPT.has(test.key) &&
    bytes <= MAX_PAIR_BYTES
  );
}
