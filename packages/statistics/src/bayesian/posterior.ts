import type { Interval } from '../effect';

/** The posterior distribution of an effect, given the data. */
export interface Posterior {
  /** Probability that the effect is above zero, from 0 to 1. */
  readonly chanceToWin: number;
  /** The interval that contains the effect with the requested probability, with equal tails on both sides. */
  readonly interval: Interval;
  /** The expected loss from releasing the treatment: E[max(0, −effect)], in the unit of the effect. */
  readonly lossOfTreatment: number;
  /** The expected loss from keeping the control: E[max(0, effect)]. */
  readonly lossOfControl: number;
}

/** Whether the chance to win is above `level`, or below 1 − `level`. */
export function isDecided({ chanceToWin }: Posterior, level: number): boolean {
  return chanceToWin > level || chanceToWin < 1 - level;
}
