import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { printHogQL } from '../print';
import { parseExpr, parseSelect } from '.';
import { HogQLError } from '../errors';
import { arbitraryStatement } from './test-support/arbitraries/arbitraries';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Nodes without a valid position, or outside their parent. */
function misplaced(root: unknown, source: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown, around: Node | null): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = isNode(value) ? value : null;
    if (node !== null) {
      const { type, start, end } = node;
      const isInside = around === null || (start >= around.start && end <= around.end);
      const isSpan = Number.isInteger(start) && start >= 0 && start <= end && end <= source.length;
      if (!isSpan || !isInside) {
        found.push(`${type} ${start}..${end} in ${around?.type} ${around?.start}..${around?.end}`);
      }
    }
    // The next table of a FROM follows this one and is not inside it.
    for (const [key, child] of Object.entries(value)) {
      visit(child, key === 'nextJoin' ? null : (node ?? around));
    }
  };
  visit(root, null);
  return found;
}

function corpus(file: string): string[] {
  const text = readFileSync(join(__dirname, 'corpus', file), 'utf8');
  return text.split('\n').filter((line) => line !== '');
}

describe('positions', () => {
  it.each([
    ['expressions.txt', parseExpr],
    ['queries.txt', parseSelect],
  ] as const)('lie inside each other in %s', (file, parse) => {
    let read = 0;
    for (const source of corpus(file)) {
      let tree: unknown;
      try {
        tree = parse(source);
      } catch (error) {
        expect(error).toBeInstanceOf(HogQLError);
        continue;
      }
      read++;
      expect({ source, misplaced: misplaced(tree, source) }).toEqual({ source, misplaced: [] });
    }
    expect(read).toBeGreaterThan(150);
  });

  it('are nested in generated queries', () => {
    fc.assert(
      fc.property(arbitraryStatement.map(printHogQL), (source) => {
        expect(misplaced(parseSelect(source, { maxDepth: 2000 }), source)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
