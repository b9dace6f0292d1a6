import type { VariantShare } from '../hashing/buckets';
import type { Condition } from './condition';

/** How early access to a flag is decided for persons who opted in or out. */
export type Enrollment =
  | { readonly kind: 'property'; readonly key: string }
  | { readonly kind: 'condition'; readonly condition: Condition; readonly keys: readonly string[] };

/** A share of persons who are excluded from an experiment and get a variant of their own. */
export interface Holdout {
  /** 0 to 100. */
  readonly percentage: number;
  readonly variant: string;
}

/** The stored data that the flag's filters may need. */
export interface DataNeeds {
  /** Property keys read from the person. */
  readonly personKeys: ReadonlySet<string>;
  /** The members of `personKeys` that a GeoIP lookup of the request's address can supply. */
  readonly geoipKeys: readonly string[];
  /** Property keys read from groups, by group type index. */
  readonly groupKeys: ReadonlyMap<number, ReadonlySet<string>>;
  /** Whether any filter depends on the names of group types. */
  readonly groupTypes: boolean;
  /**
   * Whether a stored hash key can change the result (the flag keeps its value across identification and hashes
   * something).
   */
  readonly hashKeyOverride: boolean;
  /** Ids of cohorts whose stored members are read. */
  readonly cohorts: ReadonlySet<number>;
  /** Whether a filter reads the present time or the project's timezone. */
  readonly clock: boolean;
}

/** The properties of a flag that decide which callers receive it. */
export interface Audience {
  readonly key: string;
  /** Null means all runtimes. */
  readonly runtime: 'client' | 'server' | null;
  /** Empty means all contexts. */
  readonly contexts: readonly string[];
}

/**
 * A flag compiled for evaluation: nothing is parsed or compiled during a request, except the Unicode classes of a
 * pattern for its first text beyond ASCII.
 */
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
  /** Ids of the flags that this flag's filters refer to. */
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

/** A compiled flag with the state of its dependencies. */
export interface PlannedFlag {
  readonly flag: CompiledFlag;
  /** `missing` and `cyclic` also hold for flags that depend on such flags. */
  readonly dependencies: DependencyState;
}

/** All flags of a project, compiled once per version of their definitions. */
export interface CompiledFlags {
  /** Active flags; a flag comes after the flags it depends on. */
  readonly planned: readonly PlannedFlag[];
  /** The active flags by id. */
  readonly byId: ReadonlyMap<number, CompiledFlag>;
  /** Active flags that could not be compiled. */
  readonly broken: readonly BrokenFlag[];
  /** Keys of the active flags that keep their value across identification. */
  readonly continuityKeys: readonly string[];
}
