import type { Selector } from '@tidemark/domain';
import { parseSelector } from '@tidemark/domain';
import type { AstBuilder } from '../ast-build';
import type { Expr } from '../ast';
import { compoundParts } from './compound-parts';
import type { CompoundParts } from './compound-parts';
import { escapePattern, selectorPattern } from './selector-pattern';

/** Sub-expressions nest once per element of a selector. */
const MAX_NESTED = 8;

/** What a chain was taken apart into, of one table of events. */
interface Chain {
  readonly ast: AstBuilder;
  /** Tag and classes of every element. */
  readonly heads: Expr;
  /** Attributes as they are written, and of which element, from 1, each is. */
  readonly pairs: Expr;
  readonly places: Expr;
}

function chainOf(table: string, ast: AstBuilder): Chain {
  return {
    ast,
    heads: ast.field(table, 'elements_chain_heads'),
    pairs: ast.field(table, 'elements_chain_attributes'),
    places: ast.field(table, 'elements_chain_places'),
  };
}

/** Whether any element of the chain has the tag. */
export function tagExpr(tag: string, table: string, ast: AstBuilder): Expr {
  // Whatever follows a dot is a class.
  if (tag.includes('.')) return ast.constant(false);
  return anyHead([`^${escapePattern(tag)}(?:\\.|$)`], chainOf(table, ast));
}

/**
 * Whether any element fits a CSS selector (`wire/actions.md` §2.3); one that is not supported fits none. Chains
 * are searched only for what was not kept apart of them, and only where the rest fits.
 */
export function selectorExpr(selector: string, table: string, ast: AstBuilder): Expr {
  const compounds = parseSelector(selector);
  const pattern = selectorPattern(selector);
  if (compounds === null || pattern === null) return ast.constant(false);
  const id = loneId(compounds);
  if (id !== null) return ast.call('has', ast.field(table, 'elements_chain_ids'), ast.constant(id));
  const chain = chainOf(table, ast);
  const parts = compounds.map(compoundParts);
  const guards = parts.flatMap((part) => guardsOf(part, chain));
  if (!parts.every(({ isWhole }) => isWhole) || parts.length > MAX_NESTED) {
    const search = ast.compare('=~', ast.field(table, 'elements_chain'), ast.constant(pattern));
    return ast.and([...guards, search]);
  }
  // One condition on one element is its own guard.
  if (guards.length === 1 && parts.length === 1) return ast.and(guards);
  return ast.and([...guards, ast.call('notEmpty', reached(parts, chain))]);
}

function loneId(compounds: Selector): string | null {
  const [only] = compounds;
  if (compounds.length !== 1 || only === undefined) return null;
  const { tag, classes, attributes } = only;
  const [[key, id] = []] = attributes;
  if (tag !== null || classes.length > 0 || attributes.length !== 1) return null;
  return key === 'attr_id' && id !== undefined ? id : null;
}

/** What has to be somewhere in the chain if an element is to fit: cheap, and enough to refuse most events. */
function guardsOf({ headPatterns, pairs }: CompoundParts, chain: Chain): Expr[] {
  const { ast } = chain;
  const hasPairs = pairs.map((pair) => ast.call('has', chain.pairs, ast.constant(pair)));
  return headPatterns.length === 0 ? hasPairs : [...hasPairs, anyHead(headPatterns, chain)];
}

function anyHead(patterns: readonly string[], { ast, heads }: Chain): Expr {
  return ast.call(
    'arrayExists',
    lambda(['head'], headFits(ast.field('head'), patterns, ast)),
    heads,
  );
}

function headFits(head: Expr, patterns: readonly string[], ast: AstBuilder): Expr {
  return ast.and(patterns.map((pattern) => ast.compare('=~', head, ast.constant(pattern))));
}

/** The places of the outermost elements to which the selector leads from any of its subjects. */
function reached(parts: readonly CompoundParts[], chain: Chain): Expr {
  const { ast } = chain;
  const [subject, ...outer] = parts;
  if (subject === undefined) throw new Error('A selector has a subject');
  return outer.reduce<Expr>(
    (inner, part) => {
      const [place, from] = [ast.field('place'), ast.field('from')];
      const joined =
        part.joint === 'parent'
          ? ast.compare('==', ast.call('plus', from, ast.constant(1)), place)
          : ast.compare('<', from, place);
      const follows = ast.call('arrayExists', lambda(['from'], joined), inner);
      return ast.call('arrayFilter', lambda(['place'], follows), fitting(part, chain));
    },
    fitting(subject, chain),
  );
}

/** The places of the elements that are what a compound says. */
function fitting({ headPatterns, pairs }: CompoundParts, chain: Chain): Expr {
  const { ast, heads } = chain;
  const all = ast.call('arrayEnumerate', heads);
  const [first, ...others] = pairs;
  if (first === undefined) {
    if (headPatterns.length === 0) return all;
    const test = headFits(ast.field('head'), headPatterns, ast);
    return ast.call('arrayFilter', lambda(['place', 'head'], test), all, heads);
  }
  const headOf = ast.call('arrayElement', heads, ast.field('place'));
  const tests = [
    ...(headPatterns.length === 0 ? [] : [headFits(headOf, headPatterns, ast)]),
    ...others.map((pair) => ast.call('has', placesOf(pair, chain), ast.field('place'))),
  ];
  const own = placesOf(first, chain);
  if (tests.length === 0) return own;
  return ast.call('arrayFilter', lambda(['place'], ast.and(tests)), own);
}

function placesOf(pair: string, { ast, pairs, places }: Chain): Expr {
  const isIt = ast.compare('==', ast.field('pair'), ast.constant(pair));
  return ast.call('arrayFilter', lambda(['spot', 'pair'], isIt), places, pairs);
}

function lambda(args: string[], expr: Expr): Expr {
  return { type: 'Lambda', args, expr, start: expr.start, end: expr.end };
}
