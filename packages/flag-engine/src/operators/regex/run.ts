import type { Program, Slots, Step } from './program';

/**
 * The number of steps after which a search fails: some milliseconds. PostHog allows 10,000
 * backtracks, and its engine needs none for many patterns that take steps here.
 */
const MAX_STEPS = 50_000;

/** Thrown when a search takes too many steps. */
class TooManySteps extends Error {}

interface Search {
  readonly text: readonly string[];
  left: number;
}

/** Whether the pattern is found anywhere in the text; null when the search takes too many steps. */
export function isFound(program: Program, text: string): boolean | null {
  const search = { text: Array.from(text), left: MAX_STEPS };
  try {
    for (let from = 0; from <= search.text.length; from += 1) {
      if (match(search, program, from, [], null) !== null) return true;
    }
    return false;
  } catch (error) {
    if (!(error instanceof TooManySteps)) throw error;
    return null;
  }
}

/** A state to which a search returns after a failure. */
interface Choice {
  readonly step: number;
  readonly at: number;
  readonly slots: Slots;
}

/**
 * Runs the steps from a position in the text, and returns to the latest choice on each failure.
 *
 * @param end where the match must end; null for anywhere
 * @returns the slots at the end of the match, or null
 */
function match(
  search: Search,
  program: Program,
  from: number,
  slots: Slots,
  end: number | null,
): Slots | null {
  const choices: Choice[] = [];
  let here: Choice | undefined = { step: 0, at: from, slots };
  while (here !== undefined) {
    search.left -= 1;
    if (search.left < 0) throw new TooManySteps();
    const step = program[here.step];
    if (step === undefined || step.op === 'done') {
      if (end === null || here.at === end) return here.slots;
      here = choices.pop();
    } else if (step.op === 'either') {
      choices.push({ ...here, step: step.other });
      here = { ...here, step: step.first };
    } else {
      here = next(search, step, here) ?? choices.pop();
    }
  }
  return null;
}

/** The step after this one; null when the step fails. */
function next(
  search: Search,
  step: Exclude<Step, { op: 'done' | 'either' }>,
  { step: place, at, slots }: Choice,
): Choice | null {
  const after = place + 1;
  switch (step.op) {
    case 'take': {
      const character = search.text[at];
      return character !== undefined && step.accepts(character)
        ? { step: after, at: at + 1, slots }
        : null;
    }
    case 'jump':
      return { step: step.to, at, slots };
    case 'mark': {
      const marked = [...slots];
      marked[step.slot] = at;
      return { step: after, at, slots: marked };
    }
    case 'moved':
      return slots[step.slot] === at ? null : { step: after, at, slots };
    case 'assert':
      return step.holds(search.text, at) ? { step: after, at, slots } : null;
    case 'look': {
      const seen = look(search, step, at, slots);
      if (step.negate) return seen === null ? { step: after, at, slots } : null;
      return seen && { step: after, at, slots: seen };
    }
    case 'again': {
      const length = repeated(search.text, step, at, slots);
      return length === null ? null : { step: after, at: at + length, slots };
    }
  }
}

function look(
  search: Search,
  { program, behind }: Extract<Step, { op: 'look' }>,
  at: number,
  slots: Slots,
): Slots | null {
  if (!behind) return match(search, program, at, slots, null);
  for (let from = at; from >= 0; from -= 1) {
    const seen = match(search, program, from, slots, at);
    if (seen !== null) return seen;
  }
  return null;
}

/** The number of characters that repeat the text of the first group that matched; null when they do not. */
function repeated(
  text: readonly string[],
  { groups, equals }: Extract<Step, { op: 'again' }>,
  at: number,
  slots: Slots,
): number | null {
  for (const group of groups) {
    const [start, end] = [slots[group], slots[group + 1]];
    if (start === undefined || end === undefined || end < start) continue;
    for (let offset = 0; start + offset < end; offset += 1) {
      const [taken, found] = [text[start + offset], text[at + offset]];
      if (taken === undefined || found === undefined || !equals(taken, found)) return null;
    }
    return end - start;
  }
  return null;
}
