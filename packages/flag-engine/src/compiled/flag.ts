import type { VariantShare } from '../hashing/buckets';
import type { Condition } from './condition';

/** How early access to a flag is decided for people who opted in or out. */
export type Enrollment =
  | { readonly kind: 'property'; readonly key: string }
  | { readonly kind: 'condition'; readonly condition: Condition; readonly keys: readonly string[] };

/** A share of people who are kept out of an experiment, under a variant of their own. */
export interface Holdout {
  /** 0 to 100. */
  readonly percentage: number;
  readonly variant: string;
}

/** The stored data that the flag's filters may need. */
export interface DataNeeds {
  /** Property keys read from the person. */
  readonly personKeys: ReadonlySet<string>;
  /** The members of `personKeys` that a lookup of the request's address can supply. */
  readonly geoipKeys: readonly string[];
  /** Property keys read from groups, by group type index. */
  readonly groupKeys: ReadonlyMap<number, ReadonlySet<string>>;
  /** Does anything depend on the names of group types? */
  readonly groupTypes: boolean;
  /** Can a stored hash key change the result (continuity with something to hash)? */
  readonly hashKeyOverride: boolean;
  /** Ids of cohorts whose members are looked up. */
  readonly cohorts: ReadonlySet<number>;
}

/** The properties of a flag that decide which callers receive it. */
export interface Audience {
  readonly key: string;
  /** Null means all runtimes. */
  readonly runtime: 'client' | 'server' | null;
  /** None means everywhere. */
  readonly contexts: readonly string[];
}

/** A flag made ready for evaluation: nothing is parsed or compiled while requests wait. */
export interface CompiledFlag extends Audience {
  readonly id: number;
  readonly version: number;
  readonly hasExperiment: boolean;
  readonly conditions: readonly Condition[];
  readonly variants: readonly VariantShare[];
  readonly payloads: ReadonlyMap<string, unknown>;
  /** Flag-level aggregation: group type index, or null for the person. */
  readonly aggregation: number | null;
  readonly enrollment: Enrollment | null;
  readonly holdout: Holdout | null;
  readonly earlyExit: boolean;
  readonly continuity: boolean;
  readonly deviceBucketing: boolean;
  /** Ids of the flags that filters of this flag ask about. */
  readonly dependsOn: readonly number[];
  readonly needs: DataNeeds;
}

/** A stored flag that could not be compiled. */
export interface BrokenFlag extends Audience {
  readonly id: number;
  readonly version: number;
  readonly hasExperiment: boolean;
  /** The problem, for operators; never sent to SDKs. */
  readonly problem: string;
}

/** The state of a flag's dependencies, known before any request. */
export type DependencyState = 'complete' | 'missing' | 'cyclic';

/** A flag with its place among the others. */
export interface PlannedFlag {
  readonly flag: CompiledFlag;
  /** `missing` and `cyclic` also hold for flags that depend on such flags. */
  readonly dependencies: DependencyState;
}

/** All flags of a project, compiled once per version of their definitions. */
export interface CompiledFlags {
  /** Active flags; a flag comes after the flags it depends on. */
  readonly planned: readonly PlannedFlag[];
  /** The same flags by id. */
  readonly byId: ReadonlyMap<number, CompiledFlag>;
  /** Active flags that could not be compiled. */
  readonly broken: readonly BrokenFlag[];
  /** Keys of the active flags whose value is to survive identification. */
  readonly continuityKeys: readonly string[];
}
