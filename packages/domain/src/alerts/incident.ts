import type { AlertHysteresis, IncidentChange } from '@tidemark/contracts';
import type { Verdict } from './judge/judge';

/** The state that an alert keeps between two checks. */
export interface IncidentState {
  readonly firing: boolean;
  /**
   * The number of successive intervals whose value would change the state: outside the bounds before an incident,
   * inside during one.
   */
  readonly streak: number;
  /** The start of the interval that was counted last; null for values without intervals. */
  readonly streakAt: string | null;
}

export const QUIET: IncidentState = { firing: false, streak: 0, streakAt: null };

/**
 * The state after one check, and the incident that it began or ended. An interval counts once, however often it is
 * checked. An unknown value changes nothing; a value between the inner and the outer bounds neither begins nor ends
 * an incident.
 */
export function nextIncidentState(
  state: IncidentState,
  { outcome, at }: Pick<Verdict, 'outcome' | 'at'>,
  { begin_after, end_after }: Pick<AlertHysteresis, 'begin_after' | 'end_after'>,
): { readonly state: IncidentState; readonly change: IncidentChange | null } {
  if (outcome === 'unknown') return { state, change: null };
  const { firing } = state;
  const speaksForChange = firing ? outcome === 'inside' : outcome === 'outside';
  if (!speaksForChange) return { state: { ...QUIET, firing }, change: null };
  const isCounted = state.streak > 0 && at !== null && at === state.streakAt;
  const streak = isCounted ? state.streak : state.streak + 1;
  if (streak < (firing ? end_after : begin_after)) {
    return { state: { firing, streak, streakAt: at }, change: null };
  }
  return { state: { ...QUIET, firing: !firing }, change: firing ? 'ended' : 'begun' };
}
