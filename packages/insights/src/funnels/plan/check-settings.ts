import type { FunnelExclusion, FunnelsQuery } from '@tidemark/contracts';
import { InsightError } from '../../insight/error';
import { takesAllOf } from './same-step';
import type { FunnelSettings } from './settings';

/** The greatest number of steps. PostHog allows two more, but the engine does not accept statements of that size. */
const MAX_STEPS = 30;

/** Error codes of the API for contradictory settings (`docs/wire/insights-funnels.md#funnel-validation`). */
const CODES = {
  few: 'funnels_require_at_least_two_steps',
  many: 'funnel_max_steps_exceeded',
  range: 'funnel_step_range_invalid',
  exclusions: 'funnel_exclusions_invalid',
  optional: 'funnel_optional_steps_invalid',
} as const;

/** @throws InsightError for too few steps, or too many */
export function checkSteps({ series }: FunnelsQuery): void {
  if (series.length < 2) {
    throw new InsightError('Funnels require at least two steps.', 'series', CODES.few);
  }
  if (series.length > MAX_STEPS) {
    throw new InsightError(`Funnels support up to ${MAX_STEPS} steps.`, 'series', CODES.many);
  }
}

/**
 * @throws InsightError for settings that contradict each other (`docs/wire/insights-funnels.md#funnel-validation`)
 */
export function checkSettings(query: FunnelsQuery, settings: FunnelSettings): void {
  checkRange(query, settings);
  for (const exclusion of settings.exclusions) checkExclusion(exclusion, query, settings);
  checkAttribution(settings);
  checkOptional(query, settings);
}

function checkRange({ funnelsFilter }: FunnelsQuery, { from, to, steps }: FunnelSettings): void {
  const last = steps - 1;
  const fail = (message: string, field: string): never => {
    throw new InsightError(message, `funnelsFilter.${field}`, CODES.range);
  };
  if (from < 0 || from > last - 1) {
    fail(
      `funnelFromStep is out of bounds. It must be between 0 and ${last - 1}.`,
      'funnelFromStep',
    );
  }
  if (to < 1 || to > last) {
    fail(`funnelToStep is out of bounds. It must be between 1 and ${last}.`, 'funnelToStep');
  }
  const isGiven = typeof funnelsFilter?.funnelFromStep === 'number';
  if (isGiven && from >= to) {
    fail(
      'Funnel step range is invalid. funnelToStep should be greater than funnelFromStep.',
      'funnelFromStep',
    );
  }
}

function checkExclusion(
  exclusion: FunnelExclusion,
  { series }: FunnelsQuery,
  { order, steps }: FunnelSettings,
): void {
  const { funnelFromStep: from, funnelToStep: to } = exclusion;
  const last = steps - 1;
  const fail = (message: string): never => {
    throw new InsightError(message, 'funnelsFilter.exclusions', CODES.exclusions);
  };
  if (order === 'unordered' && (from !== 0 || to !== last)) {
    fail('Partial Exclusions not allowed in unordered funnels');
  }
  const invalid = 'Exclusion event range is invalid.';
  if (from >= to) fail(`${invalid} End of range should be greater than start.`);
  if (from < 0) fail(`${invalid} Start of range is below the first step.`);
  if (from >= last) fail(`${invalid} Start of range is greater than number of steps.`);
  if (to > last) fail(`${invalid} End of range is greater than number of steps.`);
  if (series.slice(from, to + 1).some((step) => takesAllOf(step, exclusion))) {
    fail("Exclusion steps cannot contain an event that's part of funnel steps.");
  }
}

function checkAttribution({ order, attribution, attributionStep, steps }: FunnelSettings): void {
  if (attribution !== 'step') return;
  const field = 'funnelsFilter.breakdownAttributionValue';
  if (order === 'unordered' && attributionStep !== 0) {
    throw new InsightError(
      'Only the first step can be used for breakdown attribution in unordered funnels',
      field,
    );
  }
  if (attributionStep < 0 || attributionStep >= steps) {
    throw new InsightError('The step of the breakdown is not in the funnel', field);
  }
}

function checkOptional({ series }: FunnelsQuery, { order, view, optional }: FunnelSettings): void {
  if (optional.size === 0) return;
  const fail = (message: string, field: string): never => {
    throw new InsightError(message, field, CODES.optional);
  };
  if (order === 'unordered' || view !== 'steps') {
    fail(
      'Optional funnel steps are only supported in funnels with step order Sequential or Strict and the graph type "Conversion Steps".',
      'series',
    );
  }
  if (optional.has(0)) fail('The first step of a funnel cannot be optional.', 'series.0');
  for (const index of optional) {
    const [own, next] = [series[index], series[index + 1]];
    // The next step would match every event of such an optional step.
    if (own !== undefined && next !== undefined && !optional.has(index + 1)) {
      if (takesAllOf(next, own)) {
        fail(
          'An optional step cannot be the same as the following required step.',
          `series.${index}`,
        );
      }
    }
  }
}
