import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { HogQLError } from '../errors';
import { printHogQL } from '../print';
import { DIFFERENCES, reasonText } from './corpus/differences';
import { exceptionFor } from './corpus/exceptions';
import { parseExpr, parseOrderExpr, parseSelect, parseTemplate } from '.';
import { arbitraryExpr, arbitraryShallowStatement } from './test-support/arbitraries/arbitraries';
import { arbitraryMutation } from './test-support/mutations';
import { createOracle, type Entry, type Verdict } from './test-support/official-parser';
import { withoutPositions } from './test-support/strip-positions';

interface Own {
  readonly outcome: 'accepted' | 'rejected';
  readonly tree?: unknown;
  readonly rejection?: HogQLError;
}

const READ: Readonly<Record<Entry, (source: string) => unknown>> = {
  expression: (source) => parseExpr(source),
  query: (source) => parseSelect(source),
  order: (source) => parseOrderExpr(source),
  template: (source) => parseTemplate(source),
};

function own(source: string, entry: Entry): Own {
  try {
    const tree = READ[entry](source);
    return { outcome: 'accepted', tree: comparable(tree) };
  } catch (rejection) {
    if (rejection instanceof HogQLError) return { outcome: 'rejected', rejection };
    throw rejection;
  }
}

/** Bigints as text, because JSON numbers lose their digits. */
function comparable(value: unknown): unknown {
  return withNumbers(withoutPositions(value));
}

function withNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(withNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withNumbers(inOrder(key, inner))]),
  );
}

/** In the official tree these are objects, whose keys it sorts. */
function inOrder(key: string, value: unknown): unknown {
  if ((key !== 'replace' && key !== 'windows') || !Array.isArray(value)) return value;
  const text = (item: unknown): string => JSON.stringify(item);
  return [...(value as unknown[])].sort((a, b) => (text(a) < text(b) ? -1 : 1));
}

function corpus(file: string): string[] {
  const text = readFileSync(join(__dirname, 'corpus', file), 'utf8');
  return text.split('\n').filter((line) => line !== '');
}

function same(ours: Own, theirs: Own): boolean {
  return JSON.stringify(shown(ours)) === JSON.stringify(shown(theirs));
}

function shown({ outcome, tree }: Own): object {
  return { outcome, tree };
}

/** Statements whose nodes our tree does not have must be rejected; a crash of the official parser proves nothing. */
function expected(verdict: Verdict): Own {
  if (verdict.outcome !== 'accepted') return { outcome: 'rejected' };
  return { outcome: 'accepted', tree: comparable(verdict.tree) };
}

describe('against the official parser', () => {
  it.each([
    ['expression', 'expressions.txt', 400],
    ['query', 'queries.txt', 300],
  ] as const)('reads every %s of %s alike', async (entry, file, atLeast) => {
    const ask = await createOracle();
    const sources = corpus(file);
    expect(sources.length).toBeGreaterThan(atLeast);
    const found: object[] = [];
    const wanted: object[] = [];
    for (const source of sources) {
      const ours = own(source, entry);
      const theirs = expected(await ask(source, entry));
      if (same(ours, theirs)) continue;
      found.push({ source, ...shown(ours) });
      wanted.push({ source, ...shown(theirs) });
    }
    expect(found).toEqual(wanted);
  });

  it.each([
    [
      'template',
      [
        '',
        'hello',
        'hello {name}',
        "it's {a} b",
        'a\\{b',
        'a\\n\\t',
        'a\\qb',
        "a\\'b",
        '{a}',
        '{a}{b}',
      ],
    ],
    [
      'template',
      [
        'a}b',
        "a''b",
        'a\nb',
        '{a',
        '{}',
        '{a b}',
        "{f'x{y}'} z",
        "{concat('}', a)}",
        '{{a}}',
        'a\\\\{b}',
      ],
    ],
    [
      'order',
      ['a', 'a desc', 'a asc', 'count() descending', 'desc', 'a desc with fill step 1', ''],
    ],
  ] as const)('reads a %s alike: %j', async (entry, sources) => {
    const ask = await createOracle();
    for (const source of sources) {
      const theirs = expected(await ask(source, entry));
      expect({ source, ...shown(own(source, entry)) }).toEqual({ source, ...shown(theirs) });
    }
  });

  it('differs only where the table of differences allows it', async () => {
    const ask = await createOracle();
    for (const difference of DIFFERENCES) {
      const { source, entry } = difference;
      const theirs = await ask(source, entry);
      const ours = own(source, entry);
      const found =
        ours.outcome === 'accepted' && theirs.outcome === 'accepted'
          ? 'another tree'
          : ours.outcome;
      expect({ source, found }).toEqual({ source, found: difference.ours });
      expect({ source, same: areSame(ours, theirs) }).toEqual({ source, same: false });
      expect(reasonText(difference)).not.toBe('');
    }
  });

  it.each([
    ['generated expressions', 'expression', arbitraryExpr.filter(isOperand).map(printHogQL), 1_500],
    // Few of the generated statements are small.
    ['generated queries', 'query', arbitraryShallowStatement.map(printHogQL), 6_000],
    ['expressions with slips', 'expression', arbitraryMutation(corpus('expressions.txt')), 1_500],
    ['queries with slips', 'query', arbitraryMutation(corpus('queries.txt')), 1_500],
  ] as const)('agrees on %s, but for reasons that have a name', async (...row) => {
    const [, entry, arbitrary, numRuns] = row;
    const { unexplained, explained, asked } = await disagreements(entry, arbitrary, numRuns);
    expect(unexplained).toEqual([]);
    expect(asked).toBeGreaterThan(450);
    expect(explained.length).toBeLessThan(asked / 5);
  });
});

function isOperand({ type }: { type: string }): boolean {
  return type !== 'SelectQuery' && type !== 'SelectSetQuery';
}

function areSame(ours: Own, theirs: Verdict): boolean {
  if (ours.outcome !== 'accepted')
    return theirs.outcome !== 'accepted' && theirs.outcome !== 'unknown';
  return (
    theirs.outcome === 'accepted' &&
    JSON.stringify(ours.tree) === JSON.stringify(comparable(theirs.tree))
  );
}

/** Deep nesting takes the official parser seconds and damages its memory, so the samples are small. */
function isSmall(source: string): boolean {
  return source.length <= 200 && (source.match(/[([{]/g) ?? []).length <= 8;
}

interface Outcome {
  readonly asked: number;
  /** Names of the exceptions that applied. */
  readonly explained: string[];
  readonly unexplained: object[];
}

/** Compares up to 800 of these samples. */
async function disagreements(
  entry: Entry,
  arbitrary: fc.Arbitrary<string>,
  numRuns: number,
): Promise<Outcome> {
  const ask = await createOracle();
  const samples = fc.sample(arbitrary, { numRuns, seed: 20_240_601 }).filter(isSmall);
  const sources = [...new Set(samples)].slice(0, 800);
  const outcome: Outcome = { asked: sources.length, explained: [], unexplained: [] };
  for (const source of sources) {
    const ours = own(source, entry);
    const verdict = await ask(source, entry);
    const theirs = expected(verdict);
    if (same(ours, theirs)) continue;
    const found = {
      source,
      ours: ours.tree ?? null,
      theirs: theirs.tree ?? null,
      rejection: ours.rejection ?? null,
      crashed: verdict.outcome === 'broken',
    };
    const name = exceptionFor(found);
    if (name === null) outcome.unexplained.push({ ...found, rejection: found.rejection?.message });
    else outcome.explained.push(name);
  }
  return outcome;
}
