import type { CTE, Expr, Statement } from '../ast';
import { HogQLError } from '../errors';
import { checkName } from './names';

export type CteEntry =
  | { readonly kind: 'subquery'; readonly statement: Statement; readonly scope: CteScope }
  | { readonly kind: 'column'; readonly expr: Expr };

/** The WITH names visible to a SELECT. Each sees only those before it, so there is no recursion. */
export class CteScope {
  private constructor(private readonly entries: ReadonlyMap<string, CteEntry>) {}

  static readonly empty = new CteScope(new Map());

  get(name: string): CteEntry | undefined {
    return this.entries.get(name);
  }

  with(ctes: readonly CTE[]): CteScope {
    return ctes.reduce<CteScope>((scope, cte) => scope.withOne(cte), this);
  }

  private withOne(cte: CTE): CteScope {
    checkName(cte.name, cte);
    const entry: CteEntry =
      cte.cteType === 'column'
        ? { kind: 'column', expr: cte.expr }
        : { kind: 'subquery', statement: statementOf(cte), scope: this };
    return new CteScope(new Map([...this.entries, [cte.name, entry]]));
  }
}

function statementOf(cte: CTE): Statement {
  if (cte.expr.type === 'SelectQuery' || cte.expr.type === 'SelectSetQuery') return cte.expr;
  throw new HogQLError('hogql_query_error', `CTE ${cte.name} must be a SELECT`, cte);
}
