import * as fc from 'fast-check';
import { parseExpr, parseSelect } from '../parser';
import { arbitraryExpr, arbitraryStatement } from '../parser/test-support/arbitraries/arbitraries';
import { withoutPositions } from '../parser/test-support/strip-positions';
import { printHogQL } from '.';

/** parseSelect parses a whole query, parseExpr every other expression. */
const arbitraryOperand = arbitraryExpr.filter(
  ({ type }) => type !== 'SelectQuery' && type !== 'SelectSetQuery',
);

const GENEROUS = { maxDepth: 2000 };

describe('printing and parsing', () => {
  it('gives the same expression back', () => {
    fc.assert(
      fc.property(arbitraryOperand, (expr) => {
        const parsed = parseExpr(printHogQL(expr), GENEROUS);
        expect(withoutPositions(parsed)).toEqual(withoutPositions(expr));
      }),
      { numRuns: 1500 },
    );
  });

  it('gives the same query back', () => {
    fc.assert(
      fc.property(arbitraryStatement, (statement) => {
        const parsed = parseSelect(printHogQL(statement), GENEROUS);
        expect(withoutPositions(parsed)).toEqual(withoutPositions(statement));
      }),
      { numRuns: 150 },
    );
  });

  it('prints the same text again after parsing it', () => {
    fc.assert(
      fc.property(arbitraryOperand, (expr) => {
        const text = printHogQL(expr);
        expect(printHogQL(parseExpr(text, GENEROUS))).toBe(text);
      }),
      { numRuns: 300 },
    );
  });
});
