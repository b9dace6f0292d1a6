import { useEffect, useState } from 'react';
import type { FlagDraft } from '../../queries/flags/flag';

interface Kept {
  readonly draft: FlagDraft;
  /** The version of the flag that the draft is based on. */
  readonly version: number;
}

/**
 * The draft of a flag. It is kept in this tab, so that it is not lost by a reload, a failed request or a new sign-in. A
 * draft that is based on another version is kept, too; saving it shows the conflict.
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
    // The stored text is not a draft, so the stored flag is used.
    return null;
  }
}
