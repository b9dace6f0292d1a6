import type { Reason } from '../reasons/reason';

/** The outcome of one flag for one subject. */
export interface FlagResult {
  readonly key: string;
  readonly id: number;
  readonly version: number;
  readonly has_experiment: boolean;
  readonly enabled: boolean;
  readonly variant: string | null;
  readonly reason: Reason;
  /** The stored value: JSON text (very old flags may contain other JSON); null if there is none. */
  readonly payload: unknown;
  /** Present only when the flag could not be evaluated. */
  readonly failed?: true;
}

/** The outcome of a request. */
export interface Evaluation {
  readonly results: ReadonlyMap<string, FlagResult>;
  /** Whether a flag failed, or the project's flags have a broken or cyclic definition. */
  readonly errorsWhileComputing: boolean;
}
