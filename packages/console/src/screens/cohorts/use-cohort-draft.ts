import { useEffect, useState } from 'react';
import type { CohortDraft } from '../../queries/cohorts/cohort';

/** The draft of a cohort, kept in this tab: a reload, a failed request and signing in again lose nothing. */
export function useCohortDraft(name: string, stored: CohortDraft) {
  const key = `tidemark.cohort-draft.${name}`;
  const [draft, setDraft] = useState<CohortDraft>(() => readKept(key) ?? stored);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(stored);
  useEffect(() => {
    if (isChanged) sessionStorage.setItem(key, JSON.stringify(draft));
    else sessionStorage.removeItem(key);
  }, [draft, isChanged, key]);
  return { draft, setDraft, isChanged, forget: () => sessionStorage.removeItem(key) };
}

function readKept(key: string): CohortDraft | null {
  const text = sessionStorage.getItem(key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as CohortDraft;
  } catch {
    // Not ours; the draft begins from the stored cohort.
    return null;
  }
}
