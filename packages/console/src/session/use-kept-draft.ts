import { useEffect, useState } from 'react';

/**
 * A draft that is kept in this tab until it is saved, so that it is not lost by a reload, a failed request or a new
 * sign-in.
 *
 * @param name identifies the draft, for example `action/1/7`
 * @param stored the initial draft, with which changes are compared
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
    // The stored text is not JSON, so the stored version is used.
    return null;
  }
}
