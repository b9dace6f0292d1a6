import type { CompiledFlags, Evaluation, RequestFacts } from '@tidemark/flag-engine';
import { isDecidedByRequest, narrowFlags } from '@tidemark/flag-engine';
import type { FlagEdition } from './flag-editions';
import { NOWHERE, stepFrom } from './flag-editions';
import type { FlagOutcome } from './flag-outcomes';

/** The evaluated flags of a person. Each stream keeps them, so they are stored as one byte per flag. */
export interface KnownFlags {
  readonly edition: FlagEdition;
  /** One character per flag of the edition (see `codeOf`). A string needs less memory than a small buffer. */
  readonly codes: string;
  /** Whether the person had stored hash keys, which can change every flag. */
  readonly hasHashKeys: boolean;
}

/** The response does not contain the flag. */
const ABSENT = 0;
/** The outcome of the flag was not kept. */
const NOT_KEPT = 255;

/** The evaluated flags of a person, as texts for a stream. */
export interface WrittenFlags {
  /**
   * Identifies what a page can see: the flags that are on, their variants and payloads. Flags that are off, versions and
   * reasons are not included: a change of these only is not sent. Null if a store was unavailable.
   */
  readonly signature: string | null;
  readonly known: KnownFlags;
  /** All flags: the fields of `flags` in `/flags?v=2`. */
  all(): string;
  /** The new and changed flags, in the same form, and the keys of removed flags. */
  changesSince(older: KnownFlags): { readonly flags: string; readonly removed: readonly string[] };
}

/** Selects the flags to evaluate again: all except unchanged flags that depend only on the request. */
export function flagsToEvaluate(
  compiled: CompiledFlags,
  edition: FlagEdition,
  older: KnownFlags,
): CompiledFlags {
  const { same } = stepFrom(older.edition, edition);
  return narrowFlags(
    compiled,
    ({ id }) => reusableCode(older, same[edition.positionById.get(id) ?? -1]) === null,
  );
}

/**
 * @param evaluation of all flags, or of `flagsToEvaluate` with `older`
 * @param older null for an evaluation of all flags
 */
export function writeFlags({
  evaluation,
  compiled,
  edition,
  facts,
  older,
  hasHashKeys,
}: {
  readonly evaluation: Evaluation;
  readonly compiled: CompiledFlags;
  readonly edition: FlagEdition;
  readonly facts: RequestFacts;
  readonly older: KnownFlags | null;
  readonly hasHashKeys: boolean;
}): WrittenFlags {
  const codes = older === null ? Buffer.alloc(edition.flags.length) : reusedCodes(edition, older);
  /** By position; undefined for flags that the response does not contain. */
  const outcomes: (FlagOutcome | undefined)[] = edition.flags.map((flag, position) =>
    flag.outcomes.at(indexOf(codes[position] ?? ABSENT)),
  );
  for (const result of evaluation.results.values()) {
    const position = edition.positionById.get(result.id);
    const found = position === undefined ? undefined : edition.flags[position];
    if (position === undefined || found === undefined) {
      throw new Error(`the edition has no flag ${result.id}`);
    }
    const { at, outcome } = found.outcomes.find(result);
    const flag = compiled.byId.get(result.id);
    const isDecided = !result.failed && flag !== undefined && isDecidedByRequest(flag, facts);
    codes[position] = codeOf(at, isDecided);
    outcomes[position] = outcome;
  }
  const known = { edition, codes: codes.toString('latin1'), hasHashKeys };
  return {
    signature: signatureOf(outcomes),
    known,
    all: () => texts(outcomes),
    changesSince: (before) => changesBetween(before, known, outcomes),
  };
}

function signatureOf(outcomes: readonly (FlagOutcome | undefined)[]): string | null {
  let [high, low] = [0, 0];
  for (const outcome of outcomes) {
    if (outcome === undefined) continue;
    if (outcome.isPassing) return null;
    // A sum does not depend on the order of the flags, which a change of a dependency can alter.
    high = (high + outcome.high) >>> 0;
    low = (low + outcome.low) >>> 0;
  }
  return hex(high) + hex(low);
}

function changesBetween(
  older: KnownFlags,
  newer: KnownFlags,
  outcomes: readonly (FlagOutcome | undefined)[],
): { flags: string; removed: string[] } {
  const { same, gone } = stepFrom(older.edition, newer.edition);
  const changed: (FlagOutcome | undefined)[] = [];
  const removed: string[] = [];
  newer.edition.flags.forEach(({ definition }, position) => {
    const code = codeAt(newer, position);
    const before = codeAt(older, same[position]);
    if (code === before && code !== NOT_KEPT) return;
    if (code === ABSENT) removed.push(definition.key);
    else changed.push(outcomes[position]);
  });
  for (const position of gone) {
    const key = older.edition.flags[position]?.definition.key ?? '';
    const successor = newer.edition.positionByKey.get(key);
    if (codeAt(older, position) !== ABSENT && codeAt(newer, successor) === ABSENT) {
      removed.push(key);
    }
  }
  return { flags: texts(changed), removed };
}

/** The codes of the flags that are not evaluated again; `ABSENT` for the others. */
function reusedCodes(edition: FlagEdition, older: KnownFlags): Buffer {
  const { same } = stepFrom(older.edition, edition);
  return Buffer.from(same.map((position) => reusableCode(older, position) ?? ABSENT));
}

/** The code of a flag that need not be evaluated again; null for the others. */
function reusableCode(older: KnownFlags, position: number | undefined): number | null {
  if (position === undefined || position === NOWHERE) return null;
  const code = older.codes.charCodeAt(position);
  return code !== NOT_KEPT && (code === ABSENT || isDecided(code)) ? code : null;
}

function codeAt(known: KnownFlags, position: number | undefined): number {
  return position === undefined || position === NOWHERE ? ABSENT : known.codes.charCodeAt(position);
}

/**
 * @param at the position of the outcome; -1 if it is not kept
 * @param decided whether the outcome depends only on the request
 */
function codeOf(at: number, decided: boolean): number {
  return at === -1 ? NOT_KEPT : 1 + 2 * at + (decided ? 1 : 0);
}

function isDecided(code: number): boolean {
  return code % 2 === 0;
}

/** The position of an outcome; negative for `ABSENT`, beyond all outcomes for `NOT_KEPT`. */
function indexOf(code: number): number {
  return Math.floor((code - 1) / 2);
}

/** Joins outcomes as fields of a JSON object. */
function texts(outcomes: readonly (FlagOutcome | undefined)[]): string {
  const present: string[] = [];
  for (const outcome of outcomes) if (outcome !== undefined) present.push(outcome.text);
  return present.join(',');
}

function hex(number: number): string {
  return number.toString(16).padStart(8, '0');
}
