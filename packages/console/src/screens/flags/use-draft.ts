import { useEffect, useState } from 'react';
import type { FlagDraft } from '../../queries/flags/flag';

interface Kept {
  readonly draft: FlagDraft;
  /** The version that it was begun on. */
  readonly version: number;
}

/**
 * The draft of a flag, kept in this tab: a reload, a failed request and signing in again lose nothing. A draft that was
 * begun on another version of the flag is kept too; saving it then shows the conflict.
 *
 * @param name identifies the draft, for example `1/7`
 */
export function useDraft(name: string, stored: FlagDraft, version: number) {
  const key = `tidemark.flag-draft.${name}`;
  const [draft, setDraft] = useState<FlagDraft>(() => readKept(key)?.draft ?? stored);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(stored);
  useEffect(() => {
    if (isChanged) sessionStorage.setItem(key, JSON.stringify({ draft, version } satisfies Kept));
    else sessionStorage.removeItem(key);
  }, [draft, isChanged, key, version]);
  const forget = (): void => {
    sessionStorage.removeItem(key);
  };
  return { draft, setDraft, isChanged, forget };
}

function readKept(key: string): Kept | null {
  const text = sessionStorage.getItem(key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as Kept;
  } catch {
    // Not ours; the draft begins from the stored flag.
    return null;
  }
}
