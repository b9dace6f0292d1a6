import type { Condition } from '../compiled/condition';
import type { CompiledFlags, PlannedFlag } from '../compiled/flag';
import type { DependencyValue } from '../conditions/flag-filter';
import type { FlagDefinition } from '../definitions/definition';
import { decideBeforeConditions, judgeCondition, skipReason } from '../evaluate/evaluate-flag';
import { evaluateFlags, subjectOf, valueOf } from '../evaluate/evaluate-flags';
import { hashIdentifier } from '../evaluate/identifier';
import type { FlagResult } from '../evaluate/results';
import { rolloutPosition } from '../hashing/buckets';
import { ALL_FLAGS, type FlagSelection } from '../selection/selection';
import type { EvaluationContext, Subject } from '../subject/context';
import { explainFilters } from './explain-filters';
import type { ConditionExplanation, ConditionOutcome, FlagExplanation } from './explanation';

type Values = ReadonlyMap<number, DependencyValue>;

/**
 * Evaluates flags and explains, condition by condition, how each got its value. The values are those of
 * `evaluateFlags`; the conditions are evaluated once more, one by one, for the explanation. Never throws.
 *
 * @param definitions the definitions from which `flags` was compiled
 */
export function explainFlags(
  flags: CompiledFlags,
  definitions: readonly FlagDefinition[],
  context: EvaluationContext,
  selection: FlagSelection = ALL_FLAGS,
): FlagExplanation[] {
  const { results } = evaluateFlags(flags, context, selection);
  const subject = subjectOf(context);
  const planned = new Map(flags.planned.map((one) => [one.flag.key, one]));
  const stored = new Map(definitions.map(({ id, filters }) => [id, filters]));
  const values = new Map<number, DependencyValue>(flags.broken.map(({ id }) => [id, 'failed']));
  for (const result of results.values()) values.set(result.id, valueOf(result));

  return [...results.values()].map((result) => {
    const plan = planned.get(result.key);
    if (plan === undefined) return { result, dependencies: null, conditions: [] };
    const filters = stored.get(result.id);
    const outcomes = walk(plan, result, subject, values);
    const conditions = plan.flag.conditions.map((condition, index) => ({
      index: condition.index,
      outcome: outcomes[index] ?? 'not_reached',
      filters: explainFilters(filters, condition, subject, values),
      rollout: explainRollout(plan, condition, subject),
    }));
    return { result, dependencies: plan.dependencies, conditions };
  });
}

/** The outcomes of the conditions that were reached. */
function walk(
  plan: PlannedFlag,
  result: FlagResult,
  subject: Subject,
  values: Values,
): ConditionOutcome[] {
  if (orFailed(() => decideBeforeConditions(plan, subject, values)) !== null) return [];
  const { flag } = plan;
  const outcomes: ConditionOutcome[] = [];
  for (const condition of flag.conditions) {
    const outcome = orFailed(() => outcomeOf(plan, condition, subject, values));
    // A condition may match although its variant cannot be determined.
    outcomes.push(outcome === 'match' && result.failed === true ? 'failed' : outcome);
    const ends = outcome === 'match' || outcome === 'failed';
    if (ends || (flag.earlyExit && outcome === 'out_of_rollout')) break;
  }
  return outcomes;
}

function outcomeOf(
  { flag }: PlannedFlag,
  condition: Condition,
  subject: Subject,
  values: Values,
): ConditionOutcome {
  const skipped = skipReason(flag, condition, subject);
  if (skipped !== null) return skipped === 'no_group_type' ? 'no_group' : 'no_device';
  switch (judgeCondition(flag, condition, subject, values)) {
    case 'condition_match':
      return 'match';
    case 'out_of_rollout_bound':
      return 'out_of_rollout';
    default:
      return 'filters_missed';
  }
}

function explainRollout(
  { flag }: PlannedFlag,
  condition: Condition,
  subject: Subject,
): ConditionExplanation['rollout'] {
  const { rolloutPercentage: percentage, aggregation } = condition;
  if (percentage === 100) return { percentage, position: null };
  const position = orFailed(() => {
    if (skipReason(flag, condition, subject) !== null) return null;
    return 100 * rolloutPosition(flag.key, hashIdentifier(flag, aggregation, subject));
  });
  return { percentage, position: position === 'failed' ? null : position };
}

/** The evaluation has reported the failure already, so its reason is not needed here. */
function orFailed<T>(step: () => T): T | 'failed' {
  try {
    return step();
  } catch {
    return 'failed';
  }
}
