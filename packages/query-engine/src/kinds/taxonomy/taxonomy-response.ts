import type { Expr, Statement } from '@tidemark/hogql';
import { astBuilder, mapTree, parseSelect, printHogQL } from '@tidemark/hogql';
import type { ExecutedRows } from '../../execute/statement-runner';
import type { KindContext } from '../kind';
import { timingsOf } from '../timings';

interface TaxonomyBody {
  readonly limit?: number | null | undefined;
  readonly offset?: number | null | undefined;
  readonly modifiers?: Readonly<Record<string, unknown>> | null | undefined;
}

const DAYS = 30;

/** Builds nodes of statements that no user wrote: they have no position in a text. */
export const ast = astBuilder({ start: 0, end: 0 });

/** A statement from a template, with each `{name}` replaced by an expression. */
export function filled(text: string, parts: Readonly<Record<string, Expr>>): Statement {
  return mapTree(parseSelect(text), (node) => {
    if (node.type !== 'Placeholder') return null;
    const { expr } = node as { readonly expr?: Expr };
    const part = expr?.type === 'Field' ? parts[expr.chain.join('.')] : undefined;
    if (part === undefined) throw new Error('A part of the statement is missing');
    return part;
  });
}

/** A list of expressions. */
export function arrayOf(exprs: readonly Expr[]): Expr {
  return { type: 'Array', exprs, start: 0, end: 0 };
}

/** A condition for events of the last 30 days. */
export function isRecent({ now }: KindContext): Expr {
  const since = new Date(now.getTime() - DAYS * 86_400_000).toISOString();
  return ast.compare('>=', ast.field('timestamp'), ast.call('toDateTime', ast.constant(since)));
}

/** The rows of a statement, page by page. @param rows the number of rows unless the query sets it */
export async function taxonomyResponse(
  { limit, offset, modifiers }: TaxonomyBody,
  context: KindContext,
  run: {
    readonly statement: Statement;
    readonly rows: number;
    readonly item: (row: readonly unknown[]) => unknown;
  },
): Promise<object> {
  const { statement, item } = run;
  const skipped = offset ?? 0;
  const wanted = Math.min(limit ?? run.rows, context.maxRows);
  const compiled = await context.time('./hogql', () =>
    context.compile(statement, {
      modifiers,
      defaultLimit: Math.min(context.maxRows, skipped + wanted),
    }),
  );
  const executed: ExecutedRows = await context.time('./clickhouse_execute', () =>
    context.execute(compiled),
  );
  return {
    results: executed.rows.slice(skipped, skipped + wanted).map(item),
    hasMore: executed.rows.length > skipped + wanted,
    limit: wanted,
    offset: skipped,
    hogql: printHogQL(statement),
    timings: timingsOf({ modifiers }, context),
    modifiers: modifiers ?? {},
    error: null,
  };
}
