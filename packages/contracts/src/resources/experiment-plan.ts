import { z } from 'zod';

const MAX_VARIANTS = 20;
const rate = z.number().gt(0).lt(1);

/** `experiments/plan`: how long an experiment has to run. */
export const experimentPlanRequestSchema = z.object({
  /** The mean of a unit before the experiment; the proportion of a conversion. */
  mean: z.number(),
  /** The variance of a unit before the experiment; p(1 − p) of a conversion. */
  variance: z.number().gt(0),
  /** The relative change that is to be found, in per cent. */
  minimum_detectable_effect: z.number().gt(0).max(10_000),
  /** The number of new units per day, in all variants together. */
  units_per_day: z.number().gt(0).max(1e12),
  /** The number of variants, which are of equal size. */
  variants: z.int().min(2).max(MAX_VARIANTS).default(2),
  /** The accepted rate of false positives. */
  alpha: rate.default(0.05),
  /** The rate at which a true change is found. */
  power: rate.default(0.8),
});

export type ExperimentPlanRequest = z.output<typeof experimentPlanRequestSchema>;

export const experimentPlanSchema = z.object({
  units_per_variant: z.number(),
  units: z.number(),
  days: z.number(),
  /** The smallest change that is found after so many days, in per cent. */
  by_days: z.array(
    z.object({ days: z.number(), minimum_detectable_effect: z.number(), power: z.number() }),
  ),
});

export type ExperimentPlanBody = z.input<typeof experimentPlanSchema>;
