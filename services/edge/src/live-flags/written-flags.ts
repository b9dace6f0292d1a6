import { createHash } from 'node:crypto';
import type { Evaluation, FlagResult } from '@tidemark/flag-engine';
import { shapeEvaluation } from '@tidemark/flag-engine';

/** The flags of a person as text. */
export interface WrittenFlags {
  /**
   * Names what a page can do differently: the flags that are on, their variants and payloads. A flag that is off counts
   * like one that does not exist, and versions and reasons do not count: a change that leaves all of this as it was does
   * not concern the person. Null when a store could not be read.
   */
  readonly signature: string | null;
  /** The field `flags` of `/flags?v=2`. */
  json(): string;
}

/** One outcome of one flag. */
interface WrittenFlag {
  /** `"key":{…}` */
  readonly text: string;
  /** 64 bits of the digest of what a page sees of a flag that is on; 0 for a flag that is off. */
  readonly high: number;
  readonly low: number;
  /** A store could not be read: the next evaluation may succeed. */
  readonly isPassing: boolean;
}

interface Outcome {
  readonly code: string;
  readonly conditionIndex: number | null;
  readonly enabled: boolean;
  readonly variant: string | null;
  readonly flag: WrittenFlag;
}

const PASSING: ReadonlySet<string> = new Set([
  'database_unavailable',
  'group_mapping_retry',
  'hash_key_override_error',
  'person_metadata_unavailable',
]);

/**
 * Writes the results of evaluations. Flags have few outcomes and are read by many: each outcome is written once for
 * all persons who have it, for as long as the flags of the project are the same object.
 *
 * @returns a function of the evaluation and of the flags that were evaluated
 */
export function createFlagWriter(): (evaluation: Evaluation, flags: object) => WrittenFlags {
  /** By the flags of a project: outcomes by flag id. */
  const known = new WeakMap<object, Map<number, Outcome[]>>();

  const outcomesOf = (flags: object): Map<number, Outcome[]> => {
    const outcomes = known.get(flags) ?? new Map<number, Outcome[]>();
    known.set(flags, outcomes);
    return outcomes;
  };

  return (evaluation, flags) => {
    const outcomes = outcomesOf(flags);
    const written: WrittenFlag[] = [];
    let [high, low] = [0, 0];
    // No flags could be read at all.
    let isPassing = evaluation.results.size === 0 && evaluation.errorsWhileComputing;
    for (const result of evaluation.results.values()) {
      const flag = outcomeOf(outcomes, result);
      written.push(flag);
      isPassing ||= flag.isPassing;
      // A sum does not depend on the order of evaluation, which follows dependencies, and a change may move.
      high = (high + flag.high) >>> 0;
      low = (low + flag.low) >>> 0;
    }
    return {
      signature: isPassing ? null : hex(high) + hex(low),
      json: () => `{${written.map(({ text }) => text).join(',')}}`,
    };
  };
}

function outcomeOf(outcomes: Map<number, Outcome[]>, result: FlagResult): WrittenFlag {
  const { id, enabled, variant, reason } = result;
  let ofFlag = outcomes.get(id);
  if (ofFlag === undefined) outcomes.set(id, (ofFlag = []));
  // There are few, and a key made of these four would cost more than comparing them.
  for (const known of ofFlag) {
    const isSame =
      known.code === reason.code &&
      known.conditionIndex === reason.condition_index &&
      known.variant === variant &&
      known.enabled === enabled;
    if (isSame) return known.flag;
  }
  const flag = written(result);
  const { code, condition_index: conditionIndex } = reason;
  ofFlag.push({ code, conditionIndex, enabled, variant, flag });
  return flag;
}

function written(result: FlagResult): WrittenFlag {
  const alone = { results: new Map([[result.key, result]]), errorsWhileComputing: false };
  const { flags } = shapeEvaluation('flags', 2, alone) as { readonly flags: object };
  const { enabled, key, variant, payload, failed, reason } = result;
  const seen = JSON.stringify([key, variant, payload]);
  const digest = createHash('sha256').update(seen).digest();
  return {
    text: JSON.stringify(flags).slice(1, -1),
    high: enabled ? digest.readUInt32BE(0) : 0,
    low: enabled ? digest.readUInt32BE(4) : 0,
    isPassing: failed === true && PASSING.has(reason.code),
  };
}

function hex(number: number): string {
  return number.toString(16).padStart(8, '0');
}
