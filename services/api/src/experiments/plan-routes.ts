import type { ExperimentPlanBody, ExperimentPlanRequest } from '@tidemark/contracts';
import { experimentPlanRequestSchema, experimentPlanSchema } from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import {
  daysNeeded,
  minimumDetectableEffect,
  powerOf,
  StatisticsError,
  unitsInControl,
} from '@tidemark/statistics';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';

/** The durations, in days, for which the smallest detectable change is shown. */
const DAYS = [7, 14, 28, 56] as const;

/** The required duration of an experiment, from past numbers. PostHog computes this in its pages only. */
export function createExperimentPlanRoutes(): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'experiments_plan_create',
      summary: 'Compute the sample size and duration of an experiment',
      method: 'POST',
      path: '/experiments/plan/',
      access: { scope: 'experiment:read' },
      body: experimentPlanRequestSchema,
      response: experimentPlanSchema,
      handle: ({ body }) => new Promise((resolve) => resolve(planOf(body))),
    }),
  ];
}

/** @throws ApiError 400 for a baseline of zero */
function planOf(request: ExperimentPlanRequest): ExperimentPlanBody {
  const { mean, variance, variants, alpha, power, units_per_day: perDay } = request;
  const baseline = { mean, variance };
  const design = { alpha, power, ratio: 1 };
  const wanted = request.minimum_detectable_effect / 100;
  try {
    const perVariant = unitsInControl(baseline, wanted, design);
    return {
      units_per_variant: perVariant,
      units: perVariant * variants,
      days: daysNeeded(perVariant * variants, perDay),
      by_days: DAYS.map((days) => {
        const units = (perDay * days) / variants;
        const effect = minimumDetectableEffect(baseline, units, design);
        return {
          days,
          minimum_detectable_effect: effect * 100,
          power: powerOf(baseline, wanted, units, design),
        };
      }),
    };
  } catch (error) {
    if (error instanceof StatisticsError) {
      throw validationError('invalid_input', error.message, 'mean');
    }
    throw error;
  }
}
