import type { Call, CompareOperation, Expr, Field, Span, Statement } from '../../syntax/ast';
import type { Catalogue } from '../../catalogue';
import type { Advice } from './advice';
import type { CteScope } from './ctes';
import type { LoweredQuery } from './lowered-query';
import type { ProjectContext } from './project-context';
import type { SelectScope } from './select-scope';
import type { Typed } from './typed';

/**
 * The HogQL constructs that belong to features of the product. `features/`, which depends on this folder, lowers
 * them; `compile/` passes them in.
 */
interface FeatureConstructs {
  /** `matchesAction(...)` */
  lowerMatchesAction(node: Call, env: Environment): Typed;
  /** `value IN COHORT reference` and its negation */
  lowerInCohort(node: CompareOperation, env: Environment): Typed;
}

/** The data that all parts of a statement share while it is lowered. */
export interface LoweringContext {
  readonly project: ProjectContext;
  readonly features: FeatureConstructs;
  readonly catalogue: Catalogue;
  /** The zone in which DateTimes are shown and parsed. */
  readonly zone: string;
  readonly tableNames: Set<string>;
  /** Called with every field that was resolved. */
  noteField(node: Field, value: Typed): void;
  /** Called with every suggestion for a better spelling. */
  advise(advice: Advice): void;
  /** HogQL text of an expression: the name of a column without alias. */
  label(node: Expr): string;
  lowerQuery(statement: Statement, ctes: CteScope, nested: boolean): LoweredQuery;
  /** Lowers a saved view: names of the surrounding statement have no meaning inside it. */
  lowerView(statement: Statement): LoweredQuery;
  /** Counts table and CTE expansions; rejects statements with too many. */
  countExpansion(node: Span): void;
}

/** The context of an expression. */
export interface Environment {
  readonly context: LoweringContext;
  readonly scope: SelectScope;
  /** True inside JOIN ON, where comparisons are not made null-safe. */
  readonly inJoin: boolean;
  /** The enclosing aggregation of the expression. */
  readonly aggregate: string | null;
  /** Whether the scope is an aggregation over a window, whose arguments may be aggregations. */
  readonly overWindow: boolean;
  /** Lowers a sub-expression to a value, optionally in a changed environment. */
  lower(node: Expr, changes?: EnvironmentChanges): Typed;
  /** Lowers a sub-expression, leaving a property bag open for further steps. */
  lowerOpen(node: Expr): Typed;
}

export interface EnvironmentChanges {
  readonly inJoin?: boolean;
  readonly aggregate?: string | null;
  readonly overWindow?: boolean;
}
