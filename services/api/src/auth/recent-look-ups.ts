/** Results of a store, cached for a few seconds. */
export interface RecentLookUps<Answer> {
  find(question: string): Promise<Answer>;
  /** Clears the cache, after this process changed a value. */
  forget(): void;
}

interface Entry<Answer> {
  readonly answer: Promise<Answer>;
  readonly expiresAt: number;
}

/** The time for which a revoked credential may still be valid in another process. */
const TTL_MS = 5_000;
const MAX_ENTRIES = 10_000;

/** Caches the results of `ask`, negative ones too, but not its errors. */
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
