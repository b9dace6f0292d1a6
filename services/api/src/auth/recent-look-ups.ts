/** Answers of a store, remembered for a few seconds. */
export interface RecentLookUps<Answer> {
  find(question: string): Promise<Answer>;
  /** Forgets everything: after something was changed here. */
  forget(): void;
}

interface Entry<Answer> {
  readonly answer: Promise<Answer>;
  readonly expiresAt: number;
}

/** How long what was revoked may still work in another process. */
const TTL_MS = 5_000;
const MAX_ENTRIES = 10_000;

/** Remembers what `ask` answers, also a negative answer, but no failure. */
export function createRecentLookUps<Answer>(deps: {
  readonly ask: (question: string) => Promise<Answer>;
  /** Milliseconds of any steady clock. */
  readonly now: () => number;
}): RecentLookUps<Answer> {
  const entries = new Map<string, Entry<Answer>>();
  return {
    find(question) {
      const known = entries.get(question);
      if (known !== undefined && known.expiresAt > deps.now()) return known.answer;
      const answer = deps.ask(question);
      entries.delete(question);
      entries.set(question, { answer, expiresAt: deps.now() + TTL_MS });
      dropOldest(entries);
      answer.catch(() => entries.delete(question));
      return answer;
    },
    forget: () => entries.clear(),
  };
}

function dropOldest(entries: Map<string, unknown>): void {
  if (entries.size <= MAX_ENTRIES) return;
  const oldest = entries.keys().next();
  if (oldest.done !== true) entries.delete(oldest.value);
}
