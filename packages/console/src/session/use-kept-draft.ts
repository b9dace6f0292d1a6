import { useEffect, useState } from 'react';

/**
 * A draft that is kept in this tab until it is saved: a reload, a failed request and signing in again lose nothing.
 *
 * @param name identifies the draft, for example `action/1/7`
 * @param stored what the draft begins with, and what it is compared with
 */
export function useKeptDraft<Draft>(name: string, stored: Draft) {
  const key = `tidemark.draft.${name}`;
  const [draft, setDraft] = useState<Draft>(() => (readKept(key) as Draft | null) ?? stored);
  const text = JSON.stringify(draft);
  const isChanged = text !== JSON.stringify(stored);
  useEffect(() => {
    if (isChanged) sessionStorage.setItem(key, text);
    else sessionStorage.removeItem(key);
  }, [key, text, isChanged]);
  const forget = (): void => {
    sessionStorage.removeItem(key);
  };
  return { draft, setDraft, isChanged, forget };
}

function readKept(key: string): unknown {
  const text = sessionStorage.getItem(key);
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    // Not ours: the draft begins anew.
    return null;
  }
}
