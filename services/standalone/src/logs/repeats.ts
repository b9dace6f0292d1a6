/** Limits how often equal lines are shown. */
export interface Repeats {
  /** Returns the line to show, with the number of equal lines that were not shown; null if it is not shown. */
  shown(text: string): string | null;
}

const EVERY_MS = 60_000;
/** The maximum number of remembered texts; further texts are always shown. */
const MAX_TEXTS = 200;

/** Shows equal lines once a minute at most, with their number since the last one. */
export function createRepeats(now: () => number): Repeats {
  const seen = new Map<string, { shownAt: number; heldBack: number }>();
  return {
    shown: (text) => {
      const known = seen.get(text);
      if (known === undefined) {
        if (seen.size >= MAX_TEXTS) seen.clear();
        seen.set(text, { shownAt: now(), heldBack: 0 });
        return text;
      }
      if (now() - known.shownAt < EVERY_MS) {
        known.heldBack += 1;
        return null;
      }
      const { heldBack } = known;
      seen.set(text, { shownAt: now(), heldBack: 0 });
      return heldBack === 0 ? text : `${text} (${heldBack} times more since the last line)`;
    },
  };
}
