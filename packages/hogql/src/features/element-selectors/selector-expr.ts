import type { Selector } from '@tidemark/domain';
import { parseSelector } from '@tidemark/domain';
import type { AstBuilder } from '../../syntax/build';
import type { Expr } from '../../syntax/ast';
import { compoundParts } from './compound-parts';
import type { CompoundParts, SimpleParts } from './compound-parts';
import {
  chainPattern,
  ELEMENT_PATTERN,
  elementPatterns,
  escapePattern,
  needsLayers,
} from './selector-pattern';

/** The most elements of a selector: sub-expressions nest once per element. */
const MAX_NESTED = 8;
/** The most elements of a chain that are read, as everywhere. */
const MAX_ELEMENTS = 200;

/** The columns that contain the parts of a chain, in a table of events. */
interface Chain {
  readonly ast: AstBuilder;
  /** Tag and classes of every element. */
  readonly heads: Expr;
  /** Attributes in the form of chains, and the element, from 1, that each belongs to. */
  readonly pairs: Expr;
  readonly places: Expr;
  /** The elements in the form of chains, for conditions that the parts do not cover. */
  readonly elements: Expr;
}

function chainOf(table: string, ast: AstBuilder): Chain {
  return {
    ast,
    heads: ast.field(table, 'elements_chain_heads'),
    pairs: ast.field(table, 'elements_chain_attributes'),
    places: ast.field(table, 'elements_chain_places'),
    elements: ast.call(
      'arraySlice',
      ast.call('extractAll', ast.field(table, 'elements_chain'), ast.constant(ELEMENT_PATTERN)),
      ast.constant(1),
      ast.constant(MAX_ELEMENTS),
    ),
  };
}

/** Whether any element of the chain has the tag. */
export function tagExpr(tag: string, table: string, ast: AstBuilder): Expr {
  // Text after a dot is a class.
  if (tag.includes('.')) return ast.constant(false);
  return anyHead([`^${escapePattern(tag)}(?:\\.|$)`], chainOf(table, ast));
}

/**
 * Whether any element matches a list of CSS selectors (`docs/wire/actions-matching.md#selector-subject`); an
 * unsupported selector matches none.
 */
export function selectorExpr(text: string, table: string, ast: AstBuilder): Expr {
  const parsed = parseSelector(text);
  if ('problem' in parsed) return ast.constant(false);
  const [only, ...others] = parsed.selectors;
  if (only !== undefined && others.length === 0) return oneSelectorExpr(only, table, ast);
  return ast.or(parsed.selectors.map((selector) => oneSelectorExpr(selector, table, ast)));
}

/** The whole chain is searched only for conditions that the stored parts do not cover, and only if the rest matches. */
function oneSelectorExpr(selector: Selector, table: string, ast: AstBuilder): Expr {
  const id = loneId(selector);
  if (id !== null) return ast.call('has', ast.field(table, 'elements_chain_ids'), ast.constant(id));
  const chain = chainOf(table, ast);
  const parts = selector.map(compoundParts);
  const guards = parts.flatMap((part) => guardsOf(part, chain));
  const isWhole = parts.every((part) => part.isWhole);
  if ((!isWhole || parts.length > MAX_NESTED) && !selector.some(needsLayers)) {
    const pattern = ast.constant(chainPattern(selector));
    return ast.and([...guards, ast.compare('=~', ast.field(table, 'elements_chain'), pattern)]);
  }
  // A single condition on a single element equals its guard.
  if (guards.length === 1 && parts.length === 1 && parts[0]?.not.length === 0 && isWhole) {
    return ast.and(guards);
  }
  const found = reached(parts, isWhole ? fittingParts : fittingElements, chain);
  return ast.and([...guards, ast.call('notEmpty', found)]);
}

function loneId(compounds: Selector): string | null {
  const [only] = compounds;
  if (compounds.length !== 1 || only === undefined) return null;
  const { tag, classes, attributes, not } = only;
  const [test] = attributes;
  if (tag !== null || classes.length + not.length > 0 || attributes.length !== 1) return null;
  return test?.key === 'attr_id' && test.operator === '=' ? test.value : null;
}

/** Conditions that the chain must fulfil if an element is to match: cheap, and enough to reject most events. */
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

/** Returns the positions of the elements that match a compound. */
type Fitting = (part: CompoundParts, chain: Chain) => Expr;

/** The positions of the outermost elements that the selector reaches from any of its subjects. */
function reached(parts: readonly CompoundParts[], fitting: Fitting, chain: Chain): Expr {
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

/** Matches by the stored parts of chains. */
function fittingParts({ headPatterns, pairs, not }: CompoundParts, chain: Chain): Expr {
  const { ast, heads } = chain;
  const all = ast.call('arrayEnumerate', heads);
  const [first, ...others] = pairs;
  const negated = not.map((part) => ast.not(simpleFits(part, chain)));
  if (first === undefined && not.length === 0) {
    if (headPatterns.length === 0) return all;
    const test = headFits(ast.field('head'), headPatterns, ast);
    return ast.call('arrayFilter', lambda(['place', 'head'], test), all, heads);
  }
  const rest = { headPatterns, pairs: others };
  const tests = [...simpleTests(rest, chain), ...negated];
  const own = first === undefined ? all : placesOf(first, chain);
  if (tests.length === 0) return own;
  return ast.call('arrayFilter', lambda(['place'], ast.and(tests)), own);
}

/** Whether the element at `place` matches the parts; without conditions every element does. */
function simpleFits(part: SimpleParts, chain: Chain): Expr {
  const tests = simpleTests(part, chain);
  return tests.length === 0 ? chain.ast.constant(true) : chain.ast.and(tests);
}

function simpleTests(
  { headPatterns, pairs }: Pick<SimpleParts, 'headPatterns' | 'pairs'>,
  chain: Chain,
): Expr[] {
  const { ast, heads } = chain;
  const headOf = ast.call('arrayElement', heads, ast.field('place'));
  return [
    ...(headPatterns.length === 0 ? [] : [headFits(headOf, headPatterns, ast)]),
    ...pairs.map((pair) => ast.call('has', placesOf(pair, chain), ast.field('place'))),
  ];
}

/** Matches by the elements as written in the chain. */
function fittingElements({ compound }: CompoundParts, { ast, elements }: Chain): Expr {
  const element = ast.field('element');
  const fits = (pattern: string): Expr => ast.compare('=~', element, ast.constant(pattern));
  const tests = [
    ...elementPatterns(compound).map(fits),
    ...compound.not.map((negated) => ast.not(ast.and(elementPatterns(negated).map(fits)))),
  ];
  const all = ast.call('arrayEnumerate', elements);
  return ast.call('arrayFilter', lambda(['place', 'element'], ast.and(tests)), all, elements);
}

function placesOf(pair: string, { ast, pairs, places }: Chain): Expr {
  const isIt = ast.compare('==', ast.field('pair'), ast.constant(pair));
  return ast.call('arrayFilter', lambda(['spot', 'pair'], isIt), places, pairs);
}

function lambda(args: string[], expr: Expr): Expr {
  return { type: 'Lambda', args, expr, start: expr.start, end: expr.end };
}
