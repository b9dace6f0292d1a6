import type { AttributeTest, Compound, SimpleCompound } from '@tidemark/domain';
import { escapePattern, writtenPair } from './selector-pattern';

/** What `events` keeps of elements chains, as the conditions on one element ask for it. */
export interface SimpleParts {
  /** Patterns that the element's head, `tag.class.class`, has to fit. */
  readonly headPatterns: readonly string[];
  /** Attributes as chains write them. */
  readonly pairs: readonly string[];
  /** Whether that is all the conditions ask for. */
  readonly isWhole: boolean;
}

export interface CompoundParts extends SimpleParts {
  readonly joint: Compound['joint'];
  /** The selectors that the element must not match. */
  readonly not: readonly SimpleParts[];
  readonly compound: Compound;
}

/** As the columns are made (`0011-chain-parts.ts` of the ClickHouse migrations). */
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

/** Parts of a value are not looked for among the kept pairs, because long pairs are missing there. */
function isKept(test: AttributeTest): boolean {
  const bytes = new TextEncoder().encode(writtenPair(test)).length;
  return (
    test.operator === '=' &&
    test.key.startsWith('attr_') &&
    !UNKEPT.has(test.key) &&
    bytes <= MAX_PAIR_BYTES
  );
}
