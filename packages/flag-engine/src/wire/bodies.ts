import type { Evaluation, FlagResult } from '../evaluate/results';
import {
  flagDetails,
  flagValue,
  typedFlagDetails,
  type FlagDetails,
  type FlagValue,
  type TypedFlagDetails,
} from './flag-details';

/*
 * The flag-related part of the response bodies, by endpoint and version. Request id, time and the
 * configuration fields are added by the caller.
 *
 * Maps are made by Object.fromEntries: `__proto__` is a permitted flag key and must stay a key.
 */

/** decide v1: the keys of the flags that are on. */
export interface EnabledKeysBody {
  readonly featureFlags: readonly string[];
}

/** decide v2: the values of the flags that are on. */
export interface EnabledValuesBody {
  readonly featureFlags: Readonly<Record<string, FlagValue>>;
}

/** decide v3, flags v1: all values, and the payloads of flags that have one. */
export interface ValuesBody extends EnabledValuesBody {
  readonly featureFlagPayloads: Readonly<Record<string, unknown>>;
  readonly errorsWhileComputingFlags: boolean;
}

/** decide v4, flags v2: all flags in detail. */
export interface DetailsBody {
  readonly errorsWhileComputingFlags: boolean;
  readonly flags: Readonly<Record<string, FlagDetails>>;
}

/** flags v3: details with one typed value per flag. */
export interface TypedDetailsBody {
  readonly errorsWhileComputingFlags: boolean;
  readonly flags: Readonly<Record<string, TypedFlagDetails>>;
}

export function toDecideV1({ results }: Evaluation): EnabledKeysBody {
  return { featureFlags: enabled(results).map(({ key }) => key) };
}

export function toDecideV2({ results }: Evaluation): EnabledValuesBody {
  return { featureFlags: byKey(enabled(results), flagValue) };
}

export function toDecideV3(evaluation: Evaluation): ValuesBody {
  const results = [...evaluation.results.values()];
  return {
    featureFlags: byKey(results, flagValue),
    featureFlagPayloads: byKey(
      results.filter(({ payload }) => payload !== null),
      ({ payload }) => payload,
    ),
    errorsWhileComputingFlags: evaluation.errorsWhileComputing,
  };
}

export function toDecideV4(evaluation: Evaluation): DetailsBody {
  return {
    errorsWhileComputingFlags: evaluation.errorsWhileComputing,
    flags: byKey([...evaluation.results.values()], flagDetails),
  };
}

/** Versions 1 and 2 of the flags endpoint have the shapes of decide v3 and v4. */
export const toFlagsV1 = toDecideV3;
export const toFlagsV2 = toDecideV4;

export function toFlagsV3(evaluation: Evaluation): TypedDetailsBody {
  return {
    errorsWhileComputingFlags: evaluation.errorsWhileComputing,
    flags: byKey([...evaluation.results.values()], typedFlagDetails),
  };
}

function enabled(results: Evaluation['results']): FlagResult[] {
  return [...results.values()].filter((result) => result.enabled);
}

function byKey<T>(
  results: readonly FlagResult[],
  shape: (result: FlagResult) => T,
): Readonly<Record<string, T>> {
  return Object.fromEntries(results.map((result) => [result.key, shape(result)]));
}
