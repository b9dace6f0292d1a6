import type { FlagCleanup } from '@tidemark/contracts';
import type { FeatureFlag } from '@tidemark/postgres';
import { rolloutOf } from '../feature-flags/flag-rollout';

type Row = FlagCleanup['results'][number];
type Reason = Row['reasons'][number];

/** The values that SDKs have reported for a flag in the last days. */
export interface ReportedAnswers {
  readonly calls: number;
  /** The number of different values. */
  readonly answers: number;
  /** One of them. */
  readonly answer: string;
}

/** The evidence about the use of a flag. */
export interface FlagEvidence {
  /** Null if no SDK has reported it in that time. */
  readonly reported: ReportedAnswers | null;
  /** The number of places in code that name it; null if no code was scanned. */
  readonly references: number | null;
}

const DAY_MS = 86_400_000;

/**
 * The reasons why a flag can probably be removed; empty if the flag is in use or was created within these days. The
 * time since its last change is not a sufficient reason.
 */
export function cleanupReasons(
  flag: FeatureFlag,
  { reported, references }: FlagEvidence,
  { days, now }: { readonly days: number; readonly now: Date },
): { readonly reasons: readonly Reason[]; readonly answer: string | null } {
  const since = new Date(now.getTime() - days * DAY_MS);
  if (flag.createdAt > since) return { reasons: [], answer: null };
  const same = sameAnswer(flag, reported, days);
  const strong = [
    unused(flag, reported, since, days),
    same?.reason ?? null,
    references === 0
      ? ({ code: 'no_references', detail: 'No scanned code names the flag' } as const)
      : null,
  ].filter((reason) => reason !== null);
  const answer = same?.answer ?? null;
  if (strong.length === 0 || flag.updatedAt > since) return { reasons: strong, answer };
  const age = Math.floor((now.getTime() - flag.updatedAt.getTime()) / DAY_MS);
  return {
    reasons: [...strong, { code: 'unchanged', detail: `Not changed for ${age} days` }],
    answer,
  };
}

function unused(
  { lastCalledAt }: FeatureFlag,
  reported: ReportedAnswers | null,
  since: Date,
  days: number,
): Reason | null {
  if (reported !== null || (lastCalledAt !== null && lastCalledAt > since)) return null;
  return {
    code: 'unused',
    detail: lastCalledAt === null ? 'Never called' : `Not called for ${days} days`,
  };
}

/**
 * The value that all calls return, with the reason: by the conditions, or else by the reports of SDKs. Null if values
 * differ.
 */
function sameAnswer(
  flag: FeatureFlag,
  reported: ReportedAnswers | null,
  days: number,
): { readonly answer: string; readonly reason: Reason } | null {
  const reason = (detail: string): Reason => ({ code: 'same_answer', detail });
  if (!flag.active) return { answer: 'false', reason: reason('The flag is off') };
  const { state, variant } = rolloutOf(flag.filters);
  if (state === 'fully_rolled_out') {
    const answer = variant ?? 'true';
    return { answer, reason: reason(`Everybody gets ${answer}`) };
  }
  if (state === 'not_rolled_out') {
    return { answer: 'false', reason: reason('The conditions let nobody in') };
  }
  if (reported?.answers !== 1) return null;
  const { calls, answer } = reported;
  const times = calls === 1 ? 'The one call' : `All ${calls} calls`;
  return { answer, reason: reason(`${times} of the last ${days} days got ${answer}`) };
}
