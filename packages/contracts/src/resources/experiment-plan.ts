import { z } from 'zod';

const MAX_VARIANTS = 20;
const rate = z.number().gt(0).lt(1);

/** `experiments/plan`: computes the duration of an experiment. */
export const experimentPlanRequestSchema = z.object({
  /** The mean of a metric per unit before the experiment; for a conversion, its rate. */
  mean: z.number(),
  /** The variance of a metric per unit before the experiment; for a conversion, p(1 − p). */
  variance: z.number().gt(0),
  /** The relative change to detect, in percent. */
  minimum_detectable_effect: z.number().gt(0).max(10_000),
  /** The number of new units per day, in all variants together. */
  units_per_day: z.number().gt(0).max(1e12),
  /** The number of variants, which have equal shares. */
  variants: z.int().min(2).max(MAX_VARIANTS).default(2),
  /** The accepted rate of false positives. */
  alpha: rate.default(0.05),
  /** The probability of detecting a real change. */
  power: rate.default(0.8),
});

export type ExperimentPlanRequest = z.output<typeof experimentPlanRequestSchema>;

export const experimentPlanSchema = z.object({
  units_per_variant: z.number(),
  units: z.number(),
  days: z.number(),
  /** The smallest change that is detected after a number of days, in percent. */
  by_days: z.array(
    z.object({ days: z.number(), minimum_detectable_effect: z.number(), power: z.number() }),
  ),
});

export type ExperimentPlanBody = z.input<typeof experimentPlanSchema>;
