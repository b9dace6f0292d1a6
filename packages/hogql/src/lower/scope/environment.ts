import type { Call, CompareOperation, Expr, Field, Span, Statement } from '../../syntax/ast';
import type { Catalogue } from '../../catalogue';
import type { Advice } from './advice';
import type { CteScope } from './ctes';
import type { LoweredQuery } from './lowered-query';
import type { ProjectContext } from './project-context';
import type { SelectScope } from './select-scope';
import type { Typed } from './typed';

/**
 * The constructs of HogQL that mean something of the product. They are lowered by `features/`, which stands on
 * this folder: `compile/` hands them in.
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
  /** The zone DateTimes are shown and parsed in. */
  readonly zone: string;
  readonly tableNames: Set<string>;
  /** Called with every field that was resolved. */
  noteField(node: Field, value: Typed): void;
  /** Called with what could be written better. */
  advise(advice: Advice): void;
  /** HogQL text of an expression: the name of a column without alias. */
  label(node: Expr): string;
  lowerQuery(statement: Statement, ctes: CteScope, nested: boolean): LoweredQuery;
  /** A saved view: no name of the statement around it means anything inside. */
  lowerView(statement: Statement): LoweredQuery;
  /** Counts table and CTE expansions; rejects runaway statements. */
  countExpansion(node: Span): void;
}

/** Where an expression stands. */
export interface Environment {
  readonly context: LoweringContext;
  readonly scope: SelectScope;
  /** Inside JOIN ON, where comparisons stay bare. */
  readonly inJoin: boolean;
  /** The aggregation around the expression. */
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
