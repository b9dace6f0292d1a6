/** Whether something matches; null if only the query engine can decide. */
export type Verdict = boolean | null;

export function anyOf(verdicts: Iterable<Verdict>): Verdict {
  let any: Verdict = false;
  for (const verdict of verdicts) {
    if (verdict === true) return true;
    if (verdict === null) any = null;
  }
  return any;
}

export function opposite(verdict: Verdict): Verdict {
  return verdict === null ? null : !verdict;
}
