import type { Expr, Statement } from '@tidemark/hogql';
import { mapTree, parseExpr, parseSelect } from '@tidemark/hogql';

/** The parts of a template: `{name}` is replaced by the tree with that name. */
export type Parts = Readonly<Record<string, Expr | Statement>>;

const statements = new Map<string, Statement>();
const exprs = new Map<string, Expr>();

/**
 * A statement from a template with its parts inserted. The template must be a constant of the program, because its
 * parsed form is cached.
 */
export function statement(template: string, parts: Parts = {}): Statement {
  return filled(cached(statements, template, parseSelect), parts);
}

/** An expression from a template. */
export function expr(template: string, parts: Parts = {}): Expr {
  return filled(cached(exprs, template, parseExpr), parts);
}

function cached<T>(cache: Map<string, T>, template: string, parse: (text: string) => T): T {
  const known = cache.get(template);
  if (known !== undefined) return known;
  const parsed = parse(template);
  cache.set(template, parsed);
  return parsed;
}

function filled<T>(tree: T, parts: Parts): T {
  return mapTree(tree, (node) => {
    if (node.type !== 'Placeholder') return null;
    const { expr: name } = node as { readonly expr?: Expr };
    const key = name?.type === 'Field' ? name.chain.join('.') : '';
    const part = Object.hasOwn(parts, key) ? parts[key] : undefined;
    if (part === undefined) throw new Error(`The template's part {${key}} is missing`);
    return part;
  });
}
