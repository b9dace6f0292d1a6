import type { TypeKind } from '../../types/value-type';

/** The type of a call's result: a type, or the type of its first argument. */
export type ResultKind = TypeKind | 'first';

/**
 * - `keep`: NULL if an argument is NULL (most functions)
 * - `never` / `always`: whatever the arguments are
 */
export type Nullability = 'keep' | 'never' | 'always';

/** A function that users may call. */
export interface FunctionSpec {
  readonly name: string;
  /** The ClickHouse function that is printed. Must not throw for any value of a row. */
  readonly engine: string;
  readonly minArgs: number;
  readonly maxArgs: number;
  readonly result: ResultKind;
  readonly nullability: Nullability;
  /** Whether the name is case-insensitive (`COUNT`). */
  readonly caseInsensitive: boolean;
  /** The number of arguments after which the project's zone is appended; null if it never is. */
  readonly zoneAt: number | null;
  /** Untyped properties among the arguments are read as numbers. */
  readonly numeric: boolean;
  /**
   * Engine types to which the arguments are cast, by position; the last one also applies to further arguments, and
   * null keeps an argument unchanged. For functions that accept numbers of one width only.
   */
  readonly casts: readonly (string | null)[];
}

export interface AggregateSpec extends FunctionSpec {
  /** The least number of parameters in the first parentheses: `quantile(0.9)(x)`. */
  readonly minParams: number;
  readonly maxParams: number;
  /** Rounds the time in its first argument down to the second. */
  readonly wholeSeconds: boolean;
  /** The last argument is a condition (`sumIf`). */
  readonly conditional: boolean;
  /** Whether it is suggested for a misspelt name; not every combination of suffixes is. */
  readonly suggested: boolean;
  /** The engine function that is applied to the aggregation: `json_agg` is `toJSONString(groupArray(...))`. */
  readonly around: string | null;
  /** Combinators that are not supported for it. */
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
 * Reads a table of functions that share a result type. Each entry is `name/arity`: `a-b` for a range, `a-*` without
 * upper bound, `!` after the name for a case-insensitive name, `=engine` where ClickHouse's name differs.
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
