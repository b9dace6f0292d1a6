/** Null where only the query engine can decide. */
export type Verdict = boolean | null;

export function allOf(verdicts: Iterable<Verdict>): Verdict {
  let all: Verdict = true;
  for (const verdict of verdicts) {
    if (verdict === false) return false;
    if (verdict === null) all = null;
  }
  return all;
}

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
