import type { CTE, Expr, SelectSetQuery, Statement } from '../../syntax/ast';
import { readsTable } from '../../analysis/referenced-tables';
import { HogQLError } from '../../syntax/errors';
import type { OutputColumn } from './lowered-query';
import { checkName } from './names';

interface NamedQuery {
  readonly scope: CteScope;
  /** Names for the columns, if the statement has them. */
  readonly columns: readonly string[] | null;
}

export type CteEntry =
  | (NamedQuery & { readonly kind: 'subquery'; readonly statement: Statement })
  | (NamedQuery & {
      readonly kind: 'recursive';
      readonly statement: SelectSetQuery;
      readonly cte: CTE;
    })
  /** A recursive query inside itself. */
  | { readonly kind: 'self'; readonly sqlName: string; readonly outputs: readonly OutputColumn[] }
  | { readonly kind: 'column'; readonly expr: Expr };

/**
 * The WITH names visible to a SELECT. Each WITH query can use those before it, and itself only after WITH RECURSIVE.
 */
export class CteScope {
  private constructor(private readonly entries: ReadonlyMap<string, CteEntry>) {}

  static readonly empty = new CteScope(new Map());

  get(name: string): CteEntry | undefined {
    return this.entries.get(name);
  }

  /** The scalar WITH expressions of this SELECT and of the enclosing ones. */
  columns(): readonly Expr[] {
    return [...this.entries.values()].flatMap((entry) =>
      entry.kind === 'column' ? [entry.expr] : [],
    );
  }

  with(ctes: readonly CTE[]): CteScope {
    return ctes.reduce<CteScope>((scope, cte) => scope.withOne(cte), this);
  }

  /** The scope inside a recursive query. */
  withSelf(name: string, sqlName: string, outputs: readonly OutputColumn[]): CteScope {
    return this.withEntry(name, { kind: 'self', sqlName, outputs });
  }

  private withOne(cte: CTE): CteScope {
    checkName(cte.name, cte);
    if (cte.cteType === 'column')
      return this.withEntry(cte.name, { kind: 'column', expr: cte.expr });
    const statement = statementOf(cte);
    const shared = { scope: this, columns: cte.columns ?? null };
    const isRecursive = cte.recursive === true && readsTable(statement, cte.name);
    if (!isRecursive) return this.withEntry(cte.name, { kind: 'subquery', statement, ...shared });
    if (statement.type === 'SelectQuery') {
      const message = `The recursive query ${cte.name} needs a first part that does not read it, UNION ALL, and one that does`;
      throw new HogQLError('hogql_query_error', message, cte);
    }
    return this.withEntry(cte.name, { kind: 'recursive', statement, cte, ...shared });
  }

  private withEntry(name: string, entry: CteEntry): CteScope {
    return new CteScope(new Map([...this.entries, [name, entry]]));
  }
}

function statementOf(cte: CTE): Statement {
  if (cte.expr.type === 'SelectQuery' || cte.expr.type === 'SelectSetQuery') return cte.expr;
  throw new HogQLError('hogql_query_error', `CTE ${cte.name} must be a SELECT`, cte);
}
