import type {
  Alias,
  Constant,
  Expr,
  Field,
  OrderExpr,
  Placeholder,
  Span,
  WindowExpr,
} from './expressions';
import type { JoinType, SetOperator, GroupByMode } from './operators';

/** `WINDOW name AS (...)` */
export interface NamedWindow extends Span {
  readonly type: 'NamedWindow';
  readonly name: string;
  readonly window: WindowExpr;
}

/** `INTERPOLATE (name AS value)`: the value of a column in rows that WITH FILL adds. */
export interface InterpolateExpr extends Span {
  readonly type: 'InterpolateExpr';
  readonly name: string;
  /** Null repeats the value of the row before. */
  readonly value: Expr | null;
}

export interface JoinConstraint extends Span {
  readonly type: 'JoinConstraint';
  readonly kind: 'ON' | 'USING';
  readonly expr: Expr;
}

/** A linked list: `FROM a JOIN b` is a's JoinExpr (joinType null) with b's as `nextJoin`. */
export interface JoinExpr extends Span {
  readonly type: 'JoinExpr';
  readonly table:
    Field | SelectQuery | SelectSetQuery | ValuesQuery | ViewQuery | JoinGroup | Placeholder;
  /** Arguments as in `numbers(10)`. Null for a plain table. */
  readonly tableArgs: readonly Expr[] | null;
  readonly alias: string | null;
  /** `AS t(a, b)`: new names for the columns, from the left. */
  readonly columnAliases?: readonly string[] | null;
  readonly sample?: SampleExpr | null;
  readonly joinType: JoinType | null;
  /** NATURAL: the rows are equal in every column that both sides have. */
  readonly natural?: boolean;
  readonly constraint: JoinConstraint | null;
  readonly nextJoin: JoinExpr | null;
}

/** `(VALUES (1, 'a'), (2, 'b'))` */
export interface ValuesQuery extends Span {
  readonly type: 'ValuesQuery';
  readonly rows: readonly (readonly Expr[])[];
}

/** A saved view of the project, in place of its name. The parser never returns it. */
export interface ViewQuery extends Span {
  readonly type: 'ViewQuery';
  readonly name: string;
  readonly statement: Statement;
}

/** Tables that are joined with each other before they are joined with the ones on the left. */
export interface JoinGroup extends Span {
  readonly type: 'JoinGroup';
  readonly first: JoinExpr;
}

/** `SAMPLE 1/10 OFFSET 1/2` */
export interface SampleExpr extends Span {
  readonly type: 'SampleExpr';
  readonly ratio: RatioExpr | Placeholder;
  readonly offset: RatioExpr | Placeholder | null;
}

/** A number, or a fraction of two numbers. */
export interface RatioExpr extends Span {
  readonly type: 'RatioExpr';
  readonly left: Constant;
  readonly right: Constant | null;
}

/** `ARRAY JOIN a AS x, b AS y`: one row per element, `LEFT` also for empty arrays. */
export interface ArrayJoin extends Span {
  readonly type: 'ArrayJoin';
  readonly kind: 'ARRAY JOIN' | 'LEFT ARRAY JOIN' | 'INNER ARRAY JOIN';
  readonly arrays: readonly Alias[];
}

export interface LimitByExpr extends Span {
  readonly type: 'LimitByExpr';
  readonly n: Expr;
  readonly offset: Expr | null;
  readonly exprs: readonly Expr[];
}

export interface CTE extends Span {
  readonly type: 'CTE';
  readonly name: string;
  /** `name AS (select)` is a sub-query, `expr AS name` a column. */
  readonly cteType: 'subquery' | 'column';
  readonly expr: Expr;
  /** True for every part of `WITH RECURSIVE`. */
  readonly recursive?: boolean;
  readonly materialized?: boolean;
  /** `name(a, b) AS (select)`: names of the columns. */
  readonly columns?: readonly string[] | null;
}

export interface SelectQuery extends Span {
  readonly type: 'SelectQuery';
  readonly ctes: readonly CTE[];
  readonly select: readonly Expr[];
  readonly distinct: boolean;
  readonly selectFrom: JoinExpr | null;
  readonly arrayJoin?: ArrayJoin | null;
  readonly prewhere: Expr | null;
  readonly where: Expr | null;
  readonly groupBy: readonly Expr[] | null;
  readonly groupByMode?: GroupByMode | null;
  /** `GROUP BY ... WITH TOTALS`, which is parsed and has no effect. */
  readonly withTotals?: boolean;
  readonly having: Expr | null;
  readonly qualify?: Expr | null;
  readonly windows?: readonly NamedWindow[] | null;
  readonly orderBy: readonly OrderExpr[] | null;
  readonly interpolate?: readonly InterpolateExpr[] | null;
  readonly limitBy: LimitByExpr | null;
  readonly limit: Expr | null;
  readonly offset: Expr | null;
  /** `LIMIT 10 %` */
  readonly limitPercent?: boolean;
  /** `WITH TIES`: rows that are equal to the last one in the order belong to the result too. */
  readonly limitWithTies?: boolean;
}

export interface SelectSetNode extends Span {
  readonly type: 'SelectSetNode';
  readonly setOperator: SetOperator;
  readonly selectQuery: SelectQuery | SelectSetQuery;
}

export interface SelectSetQuery extends Span {
  readonly type: 'SelectSetQuery';
  readonly initialSelectQuery: SelectQuery | SelectSetQuery;
  readonly subsequentSelectQueries: readonly SelectSetNode[];
  readonly orderBy: readonly OrderExpr[] | null;
  readonly limit: Expr | null;
  readonly offset: Expr | null;
  readonly limitPercent?: boolean;
  readonly limitWithTies?: boolean;
}

export type Statement = SelectQuery | SelectSetQuery;

declare module './expressions' {
  interface ExprByType {
    SelectQuery: SelectQuery;
    SelectSetQuery: SelectSetQuery;
  }
}
