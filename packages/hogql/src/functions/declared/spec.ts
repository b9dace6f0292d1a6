import type { TypeKind } from '../../types/value-type';

/** The type of a call's result: a type, or the type of its first argument. */
export type ResultKind = TypeKind | 'first';

/**
 * - `keep`: null in, null out (most functions)
 * - `never` / `always`: whatever the arguments are
 */
export type Nullability = 'keep' | 'never' | 'always';

/** One function users may call. */
export interface FunctionSpec {
  readonly name: string;
  /** The ClickHouse function it becomes. Must not throw on any row's value. */
  readonly engine: string;
  readonly minArgs: number;
  readonly maxArgs: number;
  readonly result: ResultKind;
  readonly nullability: Nullability;
  /** Can be called in any case (`COUNT`). */
  readonly caseInsensitive: boolean;
  /** The project's zone is appended as the last argument when the caller has not given one. */
  readonly zoneAt: number | null;
  /** Untyped properties among the arguments are read as numbers. */
  readonly numeric: boolean;
  /**
   * Engine types the arguments are cast to by position, the last one also beyond; null leaves one as it is. For
   * functions that take one width of number only.
   */
  readonly casts: readonly (string | null)[];
}

export interface AggregateSpec extends FunctionSpec {
  /** How many parameters in the first parentheses: `quantile(0.9)(x)`. */
  readonly minParams: number;
  readonly maxParams: number;
  /** Takes the time in its first argument by the second only. */
  readonly wholeSeconds: boolean;
  /** The last argument is a condition (`sumIf`). */
  readonly conditional: boolean;
  /** Suggested for a misspelt name: not every combination of suffixes is. */
  readonly suggested: boolean;
  /** The engine function around the aggregation: `json_agg` is `toJSONString(groupArray(...))`. */
  readonly around: string | null;
  /** Combinators it cannot be combined with. */
  readonly without: readonly string[];
}

interface FamilyOptions {
  readonly nullability?: Nullability;
  readonly numeric?: boolean;
  /** Number of arguments after which the project's zone is appended. */
  readonly zoneAt?: number;
  readonly casts?: readonly (string | null)[];
}

const ENTRY = /^([A-Za-z_0-9]+)(!?)\/(\d+)(?:-(\d+|\*))?(?:=([A-Za-z0-9_]+))?$/;

/**
 * Reads a table of functions that share a result type. Each entry is `name/arity`: `a-b` for a range,
 * `a-*` without upper bound, `!` after the name for "any case", `=engine` where ClickHouse's name differs.
 */
export function family(
  result: ResultKind,
  table: string,
  options: FamilyOptions = {},
): FunctionSpec[] {
  return table
    .trim()
    .split(/\s+/)
    .map((entry) => {
      const match = ENTRY.exec(entry);
      const [, name, anyCase, min, max, engine] = match ?? [];
      if (name === undefined || min === undefined) throw new Error(`Bad function entry ${entry}`);
      const minArgs = Number(min);
      return {
        name,
        engine: engine ?? name,
        minArgs,
        maxArgs: max === undefined ? minArgs : max === '*' ? Infinity : Number(max),
        result,
        nullability: options.nullability ?? 'keep',
        caseInsensitive: anyCase === '!',
        zoneAt: options.zoneAt ?? null,
        numeric: options.numeric ?? false,
        casts: options.casts ?? [],
      };
    });
}
