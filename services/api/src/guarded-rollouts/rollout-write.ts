import type { FeatureFlagWrite } from '@tidemark/contracts';
import { flagFiltersSchema } from '@tidemark/contracts';
import { toValidationError } from '@tidemark/platform';
import type { FeatureFlag, GuardedRollout, RolloutCheck, RolloutOutcome } from '@tidemark/postgres';

interface StoredCondition {
  readonly properties?: readonly Readonly<Record<string, unknown>>[] | null;
  readonly aggregation_group_type_index?: number | null;
  readonly rollout_percentage?: number | null;
}

const EVERYBODY = 100;

function conditionsOf({ filters }: Pick<FeatureFlag, 'filters'>): readonly StoredCondition[] {
  return (filters['groups'] ?? []) as readonly StoredCondition[];
}

/** Whether the flag has variants: then its value is never `true`, and nobody counts as exposed. */
export function hasVariants({ filters }: Pick<FeatureFlag, 'filters'>): boolean {
  const multivariate = filters['multivariate'] as { variants?: readonly unknown[] } | null;
  return (multivariate?.variants ?? []).length > 0;
}

/** The percentage of the condition of a rollout; null if the flag no longer has the condition. */
export function percentageOf(
  flag: Pick<FeatureFlag, 'filters'>,
  { conditionIndex }: Pick<GuardedRollout, 'conditionIndex'>,
): number | null {
  const condition = conditionsOf(flag)[conditionIndex];
  if (condition === undefined) return null;
  return condition.rollout_percentage ?? EVERYBODY;
}

/**
 * What decides whom the condition of a rollout is about: the rollout ends if this changes, because it would raise the
 * percentage of other people. Names and descriptions do not count.
 *
 * @returns null if the flag no longer has the condition
 */
export function audienceOf(
  { filters }: Pick<FeatureFlag, 'filters'>,
  { conditionIndex }: Pick<GuardedRollout, 'conditionIndex'>,
): NonNullable<GuardedRollout['condition']> | null {
  const condition = conditionsOf({ filters })[conditionIndex];
  if (condition === undefined) return null;
  const { properties, aggregation_group_type_index: ownIndex } = condition;
  const index = filters['aggregation_group_type_index'];
  return {
    properties: (properties ?? []).map((filter) => ({
      key: filter['key'] ?? null,
      type: filter['type'] ?? 'person',
      operator: filter['operator'] ?? 'exact',
      value: filter['value'] ?? null,
      negation: filter['negation'] ?? false,
      group_type_index: filter['group_type_index'] ?? null,
    })),
    aggregation_group_type_index: ownIndex ?? index ?? null,
  };
}

/**
 * The PATCH that gives the condition of a rollout another percentage. `rollback_conditions` and `performed_rollback`
 * state the numbers of the decision, so that they are in the history of the flag. It is rejected if the flag is changed
 * before it is written.
 *
 * @param flag as it is now, its payloads in the clear
 * @throws ApiError 400
 */
export function rolloutWrite(
  flag: FeatureFlag,
  rollout: GuardedRollout,
  change: {
    readonly percentage: number;
    readonly checked: RolloutCheck;
    readonly outcome: RolloutOutcome;
  },
): FeatureFlagWrite {
  const { filters, version } = flag;
  const { percentage, checked, outcome } = change;
  const groups = conditionsOf(flag).map((condition, at) =>
    at === rollout.conditionIndex ? { ...condition, rollout_percentage: percentage } : condition,
  );
  const parsed = flagFiltersSchema.safeParse({ ...filters, groups }, { reportInput: true });
  if (parsed.error !== undefined) throw toValidationError(parsed.error);
  const { exposed, control, difference, interval, pValue } = checked.numbers;
  return {
    filters: parsed.data,
    rollback_conditions: [
      {
        threshold_type: 'guarded_rollout',
        threshold_metric: rollout.metric,
        operator: rollout.metric['goal'] === 'decrease' ? 'gt' : 'lt',
        guarded_rollout_id: rollout.id,
        action: checked.action,
        reason: checked.reason,
        exposed,
        control,
        difference,
        confidence_interval: interval,
        p_value: pValue,
      },
    ],
    performed_rollback: outcome.status === 'rolled_back',
    version,
    original_flag: { filters },
  };
}
