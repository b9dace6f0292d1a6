/**
 * The HogQL syntax tree: plain data, one `type` tag per node, positions on every node.
 * Shapes follow the node list of the wire document (hogql §2.1) so that the official parser can
 * serve as an oracle in tests. Offsets are UTF-16 code units into the source text; `end` is exclusive.
 */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type CompareOp =
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'like'
  | 'not like'
  | 'ilike'
  | 'not ilike'
  | 'in'
  | 'not in'
  | 'in cohort'
  | 'not in cohort'
  | '=~'
  | '!~'
  | '=~*'
  | '!~*';

export type ArithmeticOp = '+' | '-' | '*' | '/' | '%';

export type ConstantValue = string | number | bigint | boolean | null;

export interface Constant extends Span {
  readonly type: 'Constant';
  readonly value: ConstantValue;
}

/** `a.b.c`; `*` is a chain whose last step is `'*'`. */
export interface Field extends Span {
  readonly type: 'Field';
  readonly chain: readonly (string | number)[];
}

export interface Alias extends Span {
  readonly type: 'Alias';
  readonly alias: string;
  readonly expr: Expr;
}

export interface Call extends Span {
  readonly type: 'Call';
  readonly name: string;
  readonly args: readonly Expr[];
  /** Aggregate parameters: `quantile(0.9)(x)`. Null when there is only one pair of parentheses. */
  readonly params: readonly Expr[] | null;
  readonly distinct: boolean;
  readonly filterExpr: Expr | null;
  /** `f(x ORDER BY y)`: the order in which an aggregation sees its rows. */
  readonly orderBy?: readonly OrderExpr[] | null;
  readonly nulls?: NullTreatment | null;
}

/** `f(x) IGNORE NULLS`, `f(x) RESPECT NULLS` */
export type NullTreatment = 'IGNORE' | 'RESPECT';

export interface CompareOperation extends Span {
  readonly type: 'CompareOperation';
  readonly op: CompareOp;
  readonly left: Expr;
  readonly right: Expr;
}

export interface BetweenExpr extends Span {
  readonly type: 'BetweenExpr';
  readonly expr: Expr;
  readonly low: Expr;
  readonly high: Expr;
  readonly negated: boolean;
}

export interface ArithmeticOperation extends Span {
  readonly type: 'ArithmeticOperation';
  readonly op: ArithmeticOp;
  readonly left: Expr;
  readonly right: Expr;
}

export interface And extends Span {
  readonly type: 'And';
  readonly exprs: readonly Expr[];
}

export interface Or extends Span {
  readonly type: 'Or';
  readonly exprs: readonly Expr[];
}

export interface Not extends Span {
  readonly type: 'Not';
  readonly expr: Expr;
}

export interface ArrayLiteral extends Span {
  readonly type: 'Array';
  readonly exprs: readonly Expr[];
}

export interface Tuple extends Span {
  readonly type: 'Tuple';
  readonly exprs: readonly Expr[];
}

export interface ArrayAccess extends Span {
  readonly type: 'ArrayAccess';
  readonly array: Expr;
  readonly property: Expr;
  readonly nullish: boolean;
}

export interface TupleAccess extends Span {
  readonly type: 'TupleAccess';
  readonly tuple: Expr;
  readonly index: number;
  readonly nullish: boolean;
}

export interface Lambda extends Span {
  readonly type: 'Lambda';
  readonly args: readonly string[];
  readonly expr: Expr;
}

/** `{name}` or `{a.b}` or any expression in braces. */
export interface Placeholder extends Span {
  readonly type: 'Placeholder';
  readonly expr: Expr;
}

export interface TypeCast extends Span {
  readonly type: 'TypeCast';
  readonly expr: Expr;
  readonly typeName: string;
}

/** `TRY_CAST(a AS type)` */
export interface TryCast extends Span {
  readonly type: 'TryCast';
  readonly expr: Expr;
  readonly typeName: string;
}

/**
 * Several columns at once: `COLUMNS('regex')`, `COLUMNS(a, b)`, `* EXCLUDE (a)`,
 * `COLUMNS(* REPLACE (x AS a))`. `all` is the asterisk, of one table when `table` names it.
 */
export interface ColumnsExpr extends Span {
  readonly type: 'ColumnsExpr';
  readonly regex: string | null;
  readonly columns: readonly Expr[] | null;
  readonly all: boolean;
  readonly table: readonly (string | number)[] | null;
  readonly exclude: readonly string[];
  readonly replace: readonly Alias[];
}

/** `<Kind name='text' other={expr} flag>text {expr}<Child/></Kind>` */
export interface HogQLXTag extends Span {
  readonly type: 'HogQLXTag';
  readonly kind: string;
  readonly attributes: readonly HogQLXAttribute[];
}

/** What stands between the tags is the attribute `children`, whose value is a list. */
export interface HogQLXAttribute extends Span {
  readonly type: 'HogQLXAttribute';
  readonly name: string;
  readonly value: Expr | readonly Expr[];
}

/** `a[1:3]`; a missing bound is the array's own. */
export interface ArraySlice extends Span {
  readonly type: 'ArraySlice';
  readonly array: Expr;
  readonly from: Expr | null;
  readonly to: Expr | null;
}

/** `{'a': 1}` */
export interface Dict extends Span {
  readonly type: 'Dict';
  readonly items: readonly (readonly [key: Expr, value: Expr])[];
}

/** `a IS [NOT] DISTINCT FROM b`; `a <=> b` is the negated form. */
export interface IsDistinctFrom extends Span {
  readonly type: 'IsDistinctFrom';
  readonly left: Expr;
  readonly right: Expr;
  readonly negated: boolean;
}

/** A call with OVER. `params` and `args` as in {@link Call}. */
export interface WindowFunction extends Span {
  readonly type: 'WindowFunction';
  readonly name: string;
  readonly args: readonly Expr[];
  readonly params: readonly Expr[] | null;
  readonly filterExpr: Expr | null;
  readonly nulls?: NullTreatment | null;
  readonly over: WindowExpr | WindowName;
}

/** `OVER name`, of a window that the WINDOW clause defines. */
export interface WindowName extends Span {
  readonly type: 'WindowName';
  readonly name: string;
}

/** `WINDOW name AS (...)` */
export interface NamedWindow extends Span {
  readonly type: 'NamedWindow';
  readonly name: string;
  readonly window: WindowExpr;
}

export interface WindowExpr extends Span {
  readonly type: 'WindowExpr';
  readonly partitionBy: readonly Expr[];
  readonly orderBy: readonly OrderExpr[];
  readonly frame: WindowFrame | null;
}

/** `ROWS BETWEEN start AND end`; without `end` the frame ends at the current row. */
export interface WindowFrame extends Span {
  readonly type: 'WindowFrame';
  readonly method: 'ROWS' | 'RANGE';
  readonly from: WindowFrameBound;
  readonly to: WindowFrameBound | null;
}

/** A null `value` with PRECEDING or FOLLOWING is UNBOUNDED. */
export interface WindowFrameBound extends Span {
  readonly type: 'WindowFrameBound';
  readonly direction: 'CURRENT ROW' | 'PRECEDING' | 'FOLLOWING';
  readonly value: Expr | null;
}

export type Expr =
  | Constant
  | Field
  | Alias
  | Call
  | CompareOperation
  | BetweenExpr
  | ArithmeticOperation
  | And
  | Or
  | Not
  | ArrayLiteral
  | Tuple
  | ArrayAccess
  | TupleAccess
  | Lambda
  | Placeholder
  | TypeCast
  | TryCast
  | ColumnsExpr
  | HogQLXTag
  | ArraySlice
  | Dict
  | IsDistinctFrom
  | WindowFunction
  | SelectQuery
  | SelectSetQuery;

export interface OrderExpr extends Span {
  readonly type: 'OrderExpr';
  readonly expr: Expr;
  readonly order: 'ASC' | 'DESC';
  /** NULLS LAST is the default, whatever the direction. */
  readonly nulls?: 'FIRST' | null;
  /** The language by whose alphabet texts are sorted: `COLLATE 'de'`. */
  readonly collate?: string | null;
  readonly withFill?: WithFill | null;
}

/** `WITH FILL FROM a TO b STEP c`: rows for the values that are missing. */
export interface WithFill extends Span {
  readonly type: 'WithFill';
  readonly from: Expr | null;
  readonly to: Expr | null;
  readonly step: Expr | null;
}

/** `INTERPOLATE (name AS value)`: what a column says in rows that WITH FILL adds. */
export interface InterpolateExpr extends Span {
  readonly type: 'InterpolateExpr';
  readonly name: string;
  /** Null repeats the row before. */
  readonly value: Expr | null;
}

export type JoinType =
  | 'JOIN'
  | 'INNER JOIN'
  | 'LEFT JOIN'
  | 'LEFT OUTER JOIN'
  | 'RIGHT JOIN'
  | 'RIGHT OUTER JOIN'
  | 'FULL JOIN'
  | 'FULL OUTER JOIN'
  | 'CROSS JOIN'
  | 'POSITIONAL JOIN'
  | 'ALL INNER JOIN'
  | 'ANY INNER JOIN'
  | 'ASOF INNER JOIN'
  | `${'LEFT' | 'RIGHT'} ${'SEMI' | 'ANTI' | 'ANY' | 'ASOF'} JOIN`;

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
  /** `numbers(10)` and the like. Null for a plain table. */
  readonly tableArgs: readonly Expr[] | null;
  readonly alias: string | null;
  /** `AS t(a, b)`: new names for the columns, from the left. */
  readonly columnAliases?: readonly string[] | null;
  readonly sample?: SampleExpr | null;
  readonly joinType: JoinType | null;
  /** NATURAL: the rows agree in every column that both sides have. */
  readonly natural?: boolean;
  readonly constraint: JoinConstraint | null;
  readonly nextJoin: JoinExpr | null;
}

/** `(VALUES (1, 'a'), (2, 'b'))` */
export interface ValuesQuery extends Span {
  readonly type: 'ValuesQuery';
  readonly rows: readonly (readonly Expr[])[];
}

/** A saved view of the project, in the place of its name. Nothing parses to it. */
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

/** A number, or a number over another. */
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

/** Grouping sets are tuples in `groupBy`; `all` groups by every column that is no aggregation. */
export type GroupByMode = 'all' | 'rollup' | 'cube' | 'grouping_sets';

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
  /** `GROUP BY ... WITH TOTALS`, which is read and has no effect. */
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
  /** Rows that order like the last one belong to the result too. */
  readonly limitWithTies?: boolean;
}

export type SetOperator =
  | 'UNION ALL'
  | 'UNION DISTINCT'
  | 'UNION ALL BY NAME'
  | 'UNION DISTINCT BY NAME'
  | 'INTERSECT'
  | 'INTERSECT DISTINCT'
  | 'EXCEPT';

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
