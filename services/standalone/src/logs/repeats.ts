/** Decides which of equal lines are shown. */
export interface Repeats {
  /** The line to show: the text, with a count when equal lines were held back; null = hold this one back. */
  shown(text: string): string | null;
}

const EVERY_MS = 60_000;
/** Texts that are remembered; more are shown as they come. */
const MAX_TEXTS = 200;

/** Shows a line once a minute at most, with how often it came since it was last shown. */
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
