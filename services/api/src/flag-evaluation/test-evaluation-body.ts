import type { FlagTestEvaluation } from '@tidemark/contracts';
import type { FlagExplanation, JsonObject } from '@tidemark/flag-engine';
import { flagValue } from '@tidemark/flag-engine';

type Condition = FlagTestEvaluation['conditions'][number];
type Explained = FlagExplanation['conditions'][number];

const EXPLANATIONS: Readonly<Record<Explained['outcome'], string>> = {
  match: 'All filters matched, and the rollout takes the user in.',
  filters_missed: 'Not all filters matched.',
  out_of_rollout: 'All filters matched, but the rollout leaves the user out.',
  no_group: 'No group of the type that the condition is about was given.',
  no_device: 'The condition is about devices, and none was given.',
  failed: 'The condition could not be evaluated.',
  not_reached: 'An earlier condition decided the flag.',
};

/** Conditions as PostHog's tools show them; `stored` are the flag's condition sets. */
export function testedConditions(
  { conditions }: FlagExplanation,
  stored: readonly JsonObject[],
): Condition[] {
  return conditions.map(({ index, outcome, filters, rollout }) => ({
    index,
    matched: outcome === 'match',
    properties_matched: outcome === 'match' || filters.every(({ matches }) => matches === true),
    explanation: EXPLANATIONS[outcome],
    rollout_percentage: rollout.percentage,
    rollout_excluded: outcome === 'out_of_rollout',
    variant: textOr(stored[index]?.['variant'], null),
    properties: filters.map(({ filter, actual, matches, problem }) => ({
      key: textOr(filter['key'], ''),
      operator: textOr(filter['operator'], 'exact'),
      value: filter['value'] ?? null,
      type: textOr(filter['type'], 'person'),
      actual_value: actual ?? null,
      matched: matches === true,
      explanation:
        problem ?? (matches === true ? 'The filter matched.' : 'The filter did not match.'),
    })),
  }));
}

/** The decision and its reason. */
export function testedResult({ result }: FlagExplanation) {
  return {
    flag_key: result.key,
    result: flagValue(result),
    reason: result.reason.code,
    condition_index: result.reason.condition_index,
    payload: result.payload ?? null,
  };
}

function textOr<T>(value: unknown, other: T): string | T {
  return typeof value === 'string' && value !== '' ? value : other;
}
