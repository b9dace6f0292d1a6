import { createHash } from 'node:crypto';
import type { FlagResult } from '@tidemark/flag-engine';
import { shapeEvaluation } from '@tidemark/flag-engine';

/** One outcome of one flag. */
export interface FlagOutcome {
  readonly result: FlagResult;
  /** `"key":{…}` as in `/flags?v=2` */
  readonly text: string;
  /** 64 bits of the digest of what a page sees of a flag that is on; 0 for a flag that is off. */
  readonly high: number;
  readonly low: number;
  /** A store could not be read: the next evaluation may succeed. */
  readonly isPassing: boolean;
}

const PASSING: ReadonlySet<string> = new Set([
  'database_unavailable',
  'group_mapping_retry',
  'hash_key_override_error',
  'person_metadata_unavailable',
]);

/** How many outcomes of one flag are kept: all of most flags; one byte names them. */
const MAX_OUTCOMES = 126;

/**
 * The outcomes of one flag while its definition is the same. A flag has few outcomes and many persons: each outcome is
 * written once for all persons who have it.
 */
export class FlagOutcomes {
  private readonly outcomes: FlagOutcome[] = [];

  /** @returns the position of the outcome of a result, -1 if it is not kept, and the outcome */
  find(result: FlagResult): { readonly at: number; readonly outcome: FlagOutcome } {
    // There are few, and a key made of the parts would cost more than comparing them.
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
