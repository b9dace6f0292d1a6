import { createHash } from 'node:crypto';
import type { FlagResult } from '@tidemark/flag-engine';
import { shapeEvaluation } from '@tidemark/flag-engine';

/** A result of a flag, in the form in which streams send it. */
export interface FlagOutcome {
  readonly result: FlagResult;
  /** The flag as a field of `flags` in `/flags?v=2`: `"key":{…}`. */
  readonly text: string;
  /** 64 bits of a digest of key, variant and payload; 0 for a flag that is off. */
  readonly high: number;
  readonly low: number;
  /** A store was unavailable, so the next evaluation can have another result. */
  readonly isPassing: boolean;
}

const PASSING: ReadonlySet<string> = new Set([
  'database_unavailable',
  'group_mapping_retry',
  'hash_key_override_error',
  'person_metadata_unavailable',
]);

/** The maximum number of outcomes that are kept for a flag, so that one byte is enough for the position. */
const MAX_OUTCOMES = 126;

/**
 * The outcomes of a flag with one definition. A flag has few outcomes for many persons: the text of each outcome is
 * built once for all persons.
 */
export class FlagOutcomes {
  private readonly outcomes: FlagOutcome[] = [];

  /** Returns the outcome of a result, and its position; the position is -1 if the outcome is not kept. */
  find(result: FlagResult): { readonly at: number; readonly outcome: FlagOutcome } {
    // A flag has few outcomes: comparing them is faster than building a key.
    const at = this.outcomes.findIndex((outcome) => isSame(outcome.result, result));
    const known = this.outcomes[at];
    if (known !== undefined) return { at, outcome: known };
    const outcome = written(result);
    const isKept = this.outcomes.length < MAX_OUTCOMES;
    return { at: isKept ? this.outcomes.push(outcome) - 1 : -1, outcome };
  }

  at(position: number): FlagOutcome | undefined {
    return this.outcomes[position];
  }
}

function isSame(one: FlagResult, other: FlagResult): boolean {
  return (
    one.enabled === other.enabled &&
    one.variant === other.variant &&
    one.reason.code === other.reason.code &&
    one.reason.condition_index === other.reason.condition_index &&
    one.reason.description === other.reason.description
  );
}

function written(result: FlagResult): FlagOutcome {
  const alone = { results: new Map([[result.key, result]]), errorsWhileComputing: false };
  const { flags } = shapeEvaluation('flags', 2, alone) as { readonly flags: object };
  const { enabled, key, variant, payload, failed, reason } = result;
  const seen = JSON.stringify([key, variant, payload]);
  const digest = createHash('sha256').update(seen).digest();
  return {
    result,
    text: JSON.stringify(flags).slice(1, -1),
    high: enabled ? digest.readUInt32BE(0) : 0,
    low: enabled ? digest.readUInt32BE(4) : 0,
    isPassing: failed === true && PASSING.has(reason.code),
  };
}
