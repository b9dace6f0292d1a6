import { useEffect, useState } from 'react';
import type { CohortDraft } from '../../queries/cohorts/cohort';

/**
 * The draft of a cohort. It is kept in this tab, so that it is not lost by a reload, a failed request or a new sign-in.
 */
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
    // The stored text is not a draft, so the stored cohort is used.
    return null;
  }
}
