import type { FlagResult } from '../evaluate/results';
import type { Reason } from '../reasons/reason';

/** One flag in the detailed shape (decide v4, flags v2). */
export interface FlagDetails {
  readonly key: string;
  readonly enabled: boolean;
  readonly variant: string | null;
  /** Present only when true. */
  readonly failed?: true;
  readonly reason: Reason;
  readonly metadata: {
    readonly id: number;
    readonly version: number;
    /** Always null on the wire. */
    readonly description: null;
    readonly payload: unknown;
    readonly has_experiment: boolean;
  };
}

/**
 * One flag in the typed shape (flags v3): one typed value. `enabled` and `variant` remain for clients that read it
 * like the previous version, which older servers return.
 */
export interface TypedFlagDetails extends FlagDetails {
  /** Null when the flag could not be evaluated. */
  readonly value: FlagValue | null;
  readonly metadata: FlagDetails['metadata'] & {
    /** The version of the filters' storage format, of which there is only one. */
    readonly config_version: 1;
    readonly variant_key?: string;
  };
}

/** A flag's value in the short shapes: its variant, else whether it is on. */
export type FlagValue = boolean | string;

/** The short value of a result. */
export function flagValue(result: FlagResult): FlagValue {
  return result.variant ?? result.enabled;
}

/** The detailed shape of a result. */
export function flagDetails(result: FlagResult): FlagDetails {
  return {
    key: result.key,
    enabled: result.enabled,
    variant: result.variant,
    ...(result.failed && { failed: result.failed }),
    reason: result.reason,
    metadata: {
      id: result.id,
      version: result.version,
      description: null,
      payload: result.payload,
      has_experiment: result.has_experiment,
    },
  };
}

/** The typed shape of a result (`docs/wire/flags.md#flag-details`). */
export function typedFlagDetails(result: FlagResult): TypedFlagDetails {
  const details = flagDetails(result);
  return {
    ...details,
    value: result.failed ? null : flagValue(result),
    metadata: {
      ...details.metadata,
      config_version: 1,
      ...(result.variant !== null && { variant_key: result.variant }),
    },
  };
}
