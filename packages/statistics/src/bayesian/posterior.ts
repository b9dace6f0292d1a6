import type { Interval } from '../effect';

/** What is believed of an effect after the data. */
export interface Posterior {
  /** Probability that the effect is above zero, from 0 to 1. */
  readonly chanceToWin: number;
  /** Holds the effect with the asked probability; as much lies below it as above it. */
  readonly interval: Interval;
  /** What is lost on average by releasing the treatment: E[max(0, −effect)], in the unit of the effect. */
  readonly lossOfTreatment: number;
  /** What is lost on average by keeping the control: E[max(0, effect)]. */
  readonly lossOfControl: number;
}

/** The chance to win is above `level`, or below 1 − `level`. */
export function isDecided({ chanceToWin }: Posterior, level: number): boolean {
  return chanceToWin > level || chanceToWin < 1 - level;
}
