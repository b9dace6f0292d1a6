import type { Condition } from '../compiled/condition';
import type { CompiledFlag, Enrollment, PlannedFlag } from '../compiled/flag';
import type { DependencyValues } from '../conditions/flag-filter';
import { filtersMatch } from '../conditions/match-filters';
import { inHoldout, inRollout, variantFor } from '../hashing/buckets';
import { FlagFailure } from '../reasons/failure';
import { outranks, type ReasonKind } from '../reasons/reason';
import type { Subject } from '../subject/context';
import { personValue } from '../subject/property-lookup';
import { aggregatedGroupKey, deviceIdOf, hashIdentifier, holdoutIdentifier } from './identifier';
import { enrolled, matched, unmatched } from './outcome';
import type { FlagResult } from './results';

/**
 * Evaluates one flag: dependencies, early access, holdout, then the conditions in stored order.
 *
 * @throws FlagFailure when data that the result depends on is not available
 */
export function evaluateFlag(
  planned: PlannedFlag,
  context: Subject,
  dependencies: DependencyValues,
): FlagResult {
  return (
    decideBeforeConditions(planned, context, dependencies) ??
    evaluateConditions(planned.flag, context, dependencies)
  );
}

/**
 * The result if dependencies, early access or the holdout decide it; null if the conditions decide. If the stored hash
 * keys could not be read, all flags with continuity fail (`docs/wire/flags-evaluation.md#continuity`).
 *
 * @throws FlagFailure as above
 */
export function decideBeforeConditions(
  { flag, dependencies: state }: PlannedFlag,
  context: Subject,
  dependencies: DependencyValues,
): FlagResult | null {
  if (flag.continuity && context.hashKeyOverrides === null) {
    throw new FlagFailure('hash_key_override_error');
  }
  if (state !== 'complete') return unmatched(flag, 'missing_dependency', null);
  const enrollment = flag.enrollment && enrollmentOf(flag, flag.enrollment, context, dependencies);
  if (enrollment !== null) return enrolled(flag, enrollment);
  if (
    flag.holdout !== null &&
    inHoldout(holdoutIdentifier(flag, context), flag.holdout.percentage)
  ) {
    return matched(flag, 'holdout_condition_value', null, flag.holdout.variant);
  }
  return null;
}

/** True or false when the person opted in or out, null when early access does not decide. */
function enrollmentOf(
  flag: CompiledFlag,
  enrollment: Enrollment,
  context: Subject,
  dependencies: DependencyValues,
): boolean | null {
  if (enrollment.kind === 'property') {
    const choice = personValue(context, enrollment.key);
    return choice === undefined ? null : choice === true || choice === 'true';
  }
  if (enrollment.keys.every((key) => personValue(context, key) === undefined)) return null;
  return judgeCondition(flag, enrollment.condition, context, dependencies) === 'condition_match';
}

function evaluateConditions(
  flag: CompiledFlag,
  context: Subject,
  dependencies: DependencyValues,
): FlagResult {
  let best: ReasonKind = 'no_group_type';
  let bestIndex: number | null = null;
  let skippedGroup = false;
  for (const condition of flag.conditions) {
    const skipped = skipReason(flag, condition, context);
    const kind = skipped ?? judgeCondition(flag, condition, context, dependencies);
    if (kind === 'condition_match') {
      return matched(flag, kind, condition.index, chooseVariant(flag, condition, context));
    }
    if (outranks(kind, best)) {
      best = kind;
      bestIndex = condition.index;
    }
    if (flag.earlyExit && skipped === null && kind === 'out_of_rollout_bound') break;
    skippedGroup ||= kind === 'no_group_type';
  }
  if (best === 'no_condition_match' && skippedGroup) {
    best = 'no_condition_match_groups_not_evaluated';
  }
  return unmatched(flag, best, bestIndex);
}

/** Why a condition has no subject in this request; null when it has one. */
export function skipReason(
  flag: CompiledFlag,
  condition: Condition,
  context: Subject,
): ReasonKind | null {
  if (condition.aggregation !== null) {
    return aggregatedGroupKey(context, condition.aggregation) === null ? 'no_group_type' : null;
  }
  return flag.deviceBucketing && deviceIdOf(context) === null ? 'out_of_rollout_bound' : null;
}

/**
 * Whether the condition's filters and rollout include its subject.
 *
 * @throws FlagFailure as above
 */
export function judgeCondition(
  flag: CompiledFlag,
  condition: Condition,
  context: Subject,
  dependencies: DependencyValues,
): ReasonKind {
  if (!filtersMatch(condition.filters, context, dependencies)) return 'no_condition_match';
  // A rollout of 100 % includes everyone: no identifier is computed, so nothing that it depends on can fail.
  if (condition.rolloutPercentage === 100) return 'condition_match';
  const identifier = hashIdentifier(flag, condition.aggregation, context);
  return inRollout(flag.key, identifier, condition.rolloutPercentage)
    ? 'condition_match'
    : 'out_of_rollout_bound';
}

/** The variant that a matched condition forces, if the flag has it, else the variant by hash. */
function chooseVariant(flag: CompiledFlag, condition: Condition, context: Subject): string | null {
  if (flag.variants.length === 0) return null;
  const forced = flag.variants.find((variant) => variant.key === condition.variant);
  if (forced !== undefined) return forced.key;
  return variantFor(flag.key, hashIdentifier(flag, condition.aggregation, context), flag.variants);
}
