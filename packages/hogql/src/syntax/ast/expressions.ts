import type { CompareOp, ArithmeticOp, NullTreatment } from './operators';

export interface Span {
  readonly start: number;
  readonly end: number;
}

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

/** The content between the tags is the attribute `children`, whose value is a list. */
export interface HogQLXAttribute extends Span {
  readonly type: 'HogQLXAttribute';
  readonly name: string;
  readonly value: Expr | readonly Expr[];
}

/** `a[1:3]`; a missing bound means the start or end of the array. */
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

/**
 * Every expression by its tag. Expressions may contain statements and statements consist of expressions:
 * `statements.ts` adds the two types of statements, so that this file need not import that one.
 */
export interface ExprByType {
  Constant: Constant;
  Field: Field;
  Alias: Alias;
  Call: Call;
  CompareOperation: CompareOperation;
  BetweenExpr: BetweenExpr;
  ArithmeticOperation: ArithmeticOperation;
  And: And;
  Or: Or;
  Not: Not;
  Array: ArrayLiteral;
  Tuple: Tuple;
  ArrayAccess: ArrayAccess;
  TupleAccess: TupleAccess;
  Lambda: Lambda;
  Placeholder: Placeholder;
  TypeCast: TypeCast;
  TryCast: TryCast;
  ColumnsExpr: ColumnsExpr;
  HogQLXTag: HogQLXTag;
  ArraySlice: ArraySlice;
  Dict: Dict;
  IsDistinctFrom: IsDistinctFrom;
  WindowFunction: WindowFunction;
}

export type Expr = ExprByType[keyof ExprByType];

export interface OrderExpr extends Span {
  readonly type: 'OrderExpr';
  readonly expr: Expr;
  readonly order: 'ASC' | 'DESC';
  /** NULLS LAST is the default in both directions. */
  readonly nulls?: 'FIRST' | null;
  /** The language by whose rules texts are sorted: `COLLATE 'de'`. */
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
