import type {
  AlertCondition,
  AlertConfig,
  AlertScheduleRestriction,
  AlertThresholdConfiguration,
} from '@tidemark/contracts';
import type { JsonObject } from '../json/json-object';
import type { InsightShape } from './insight-query';
import { intervalOf, shapeOf } from './insight-query';
import { coversDay } from './schedule/quiet-hours';

/** The parts of an alert that must be consistent with each other. */
export interface AlertParts {
  /** The query of the insight, without a wrapping node. */
  readonly query: JsonObject;
  readonly condition: AlertCondition;
  readonly threshold: AlertThresholdConfiguration | null;
  readonly config: AlertConfig;
  readonly scheduleRestriction: AlertScheduleRestriction | null;
}

/** A mistake, and the field of the request that contains it. */
export interface AlertProblem {
  readonly attr: string;
  readonly detail: string;
}

const problem = (attr: string, detail: string): AlertProblem => ({ attr, detail });

/** The reason why these parts are not a valid alert; null if they are. */
export function problemOfAlert(parts: AlertParts): AlertProblem | null {
  const shape = shapeOf(parts.query);
  if (shape === null) return problem('insight', 'Alerts are not supported for this insight.');
  return (
    problemOfConfig(parts, shape) ??
    problemOfCondition(parts, shape) ??
    problemOfThreshold(parts) ??
    (parts.scheduleRestriction !== null && coversDay(parts.scheduleRestriction)
      ? problem('schedule_restriction', 'The windows leave no time for checks.')
      : null)
  );
}

function problemOfConfig(
  { config, condition }: AlertParts,
  shape: NonNullable<InsightShape>,
): AlertProblem | null {
  if (config.type !== shape.config) {
    return problem('config', `This insight needs a configuration of the type ${shape.config}.`);
  }
  switch (config.type) {
    case 'TrendsAlertConfig': {
      const index = config.series_index ?? 0;
      if (index < shape.series) return null;
      return problem(
        'config',
        `series_index ${index} is out of range: the insight has ${shape.series} series.`,
      );
    }
    case 'FunnelsAlertConfig':
      return problemOfFunnel(config, shape);
    case 'HogQLAlertConfig':
      if (config.evaluation !== 'any_row' || condition.type === 'absolute_value') return null;
      return problem('config', 'any_row checks absolute values only.');
  }
}

function problemOfFunnel(
  {
    funnel_step,
    metric,
    check_ongoing_interval,
  }: Extract<AlertConfig, { type: 'FunnelsAlertConfig' }>,
  { overTime, series }: NonNullable<InsightShape>,
): AlertProblem | null {
  if (overTime) {
    const setsStep = (funnel_step ?? null) !== null || (metric ?? null) !== null;
    return setsStep
      ? problem('config', 'A funnel over time has one conversion: it takes no step and no metric.')
      : null;
  }
  if (check_ongoing_interval === true) {
    return problem('config', 'check_ongoing_interval is for insights over time.');
  }
  if ((funnel_step ?? 0) >= series) {
    return problem(
      'config',
      `funnel_step ${funnel_step} is out of range: there are ${series} steps.`,
    );
  }
  return funnel_step === 0 && metric === 'conversion_from_previous'
    ? problem('config', 'There is no step before the first one.')
    : null;
}

function problemOfCondition(
  { query, condition, config }: AlertParts,
  shape: NonNullable<InsightShape>,
): AlertProblem | null {
  const { type } = condition;
  if (type === 'absolute_value') return null;
  if (type === 'weekday_deviation') {
    const fits = shape.overTime && ['hour', 'day'].includes(intervalOf(query));
    if (!fits) {
      return problem('condition', 'weekday_deviation needs an insight by the hour or by the day.');
    }
    return checksOngoing(config) && condition.direction !== 'up'
      ? problem('condition', 'check_ongoing_interval needs the direction up.')
      : null;
  }
  return shape.overTime || config.type === 'HogQLAlertConfig'
    ? null
    : problem('condition', `${type} needs an insight over time.`);
}

function problemOfThreshold({ condition, threshold, config }: AlertParts): AlertProblem | null {
  const { lower = null, upper = null } = threshold?.bounds ?? {};
  const attr = 'threshold__configuration';
  if (condition.type === 'weekday_deviation') {
    return lower === null && upper === null
      ? null
      : problem(attr, 'weekday_deviation finds its bounds itself.');
  }
  if (lower === null && upper === null) {
    return problem(attr, 'At least one threshold bound (lower or upper) must be provided.');
  }
  if (lower !== null && upper !== null && lower > upper) {
    return problem(attr, 'The lower bound must not be above the upper one.');
  }
  if (condition.type === 'absolute_value' && threshold?.type === 'percentage') {
    return problem(attr, 'An absolute value needs an absolute threshold.');
  }
  return checksOngoing(config) && upper === null && condition.type !== 'relative_decrease'
    ? problem(
        attr,
        'check_ongoing_interval needs an upper bound: an interval that is not over yet is always low.',
      )
    : null;
}

function checksOngoing(config: AlertConfig): boolean {
  return config.type !== 'HogQLAlertConfig' && config.check_ongoing_interval === true;
}
