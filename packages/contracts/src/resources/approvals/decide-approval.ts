import type { PolicyConditions } from './approval-policies';
import type { FlagAction, GatedFlag } from './flag-actions';
import { ANY_FLAG_ACTION, flagActions } from './flag-actions';
import { conditionsReach, rolloutReach, rolloutValues } from './rollout-values';

/** The parts of a policy that decide whether a change needs an approval. */
export interface DecidingPolicy {
  readonly actionKey: string;
  readonly conditions: PolicyConditions;
  /** Members with these levels change flags without an approval. */
  readonly bypassLevels: readonly number[];
}

/**
 * The policies that require an approval of a change of a flag; empty if the change needs no approval.
 * @param before null for a new flag
 * @param level the author's level in the organization; 0 if there is no author
 */
export function requiredPolicies<Policy extends DecidingPolicy>(
  policies: readonly Policy[],
  before: GatedFlag | null,
  after: GatedFlag,
  level: number,
): readonly Policy[] {
  const actions = flagActions(before, after);
  return policies.filter(
    (policy) =>
      isAbout(policy, actions) &&
      !policy.bypassLevels.includes(level) &&
      matches(policy, before, after),
  );
}

const UPDATE: FlagAction = 'feature_flag.update';

function isAbout({ actionKey }: DecidingPolicy, actions: readonly FlagAction[]): boolean {
  if (actionKey === ANY_FLAG_ACTION) return actions.length > 0;
  return actions.some((action) => action === actionKey);
}

const COMPARE = {
  '>': (left: number, right: number) => left > right,
  '<': (left: number, right: number) => left < right,
  '>=': (left: number, right: number) => left >= right,
  '<=': (left: number, right: number) => left <= right,
  '==': (left: number, right: number) => left === right,
  '!=': (left: number, right: number) => left !== right,
} as const;

/** Whether a change meets the conditions of a policy. A policy without conditions applies to every change. */
function matches(
  { actionKey, conditions }: Pick<DecidingPolicy, 'actionKey' | 'conditions'>,
  before: GatedFlag | null,
  after: GatedFlag,
): boolean {
  if (!('type' in conditions)) return true;
  const [old, values] = [rolloutValues(before?.filters), rolloutValues(after.filters)];
  switch (conditions.type) {
    case 'before_after': {
      const compare = COMPARE[conditions.operator];
      return [...values.values()].some((value) => compare(value, conditions.value));
    }
    case 'change_amount': {
      const compare = COMPARE[conditions.operator];
      const paths = [...new Set([...old.keys(), ...values.keys()])];
      // A condition that is added or removed changes by its whole percentage.
      return paths.some((path) =>
        compare((values.get(path) ?? 0) - (old.get(path) ?? 0), conditions.value),
      );
    }
    case 'any_change':
      return (
        old.size !== values.size || [...values].some(([path, value]) => old.get(path) !== value)
      );
    case 'flag':
      return isLarge(conditions, actionKey, before, after) || isTagged(conditions, before, after);
  }
}

type FlagConditions = Extract<PolicyConditions, { readonly type: 'flag' }>;

/**
 * Compares the flag before and after the change, so that it cannot first be made small without approval and then be
 * changed. For a policy about updates alone, a flag that is off has the size of its conditions: turning it on is not an
 * update, so that it could otherwise be turned off, made large and turned on again.
 */
function isLarge(
  { rollout_above: above }: FlagConditions,
  actionKey: string,
  before: GatedFlag | null,
  after: GatedFlag,
): boolean {
  if (above === undefined) return false;
  const sizeOf = actionKey === UPDATE ? conditionsReach : rolloutReach;
  return Math.max(before === null ? 0 : sizeOf(before), sizeOf(after)) > above;
}

/** Compares the flag before and after the change, so that its tag cannot first be removed without approval. */
function isTagged(
  { tags = [] }: FlagConditions,
  before: GatedFlag | null,
  after: GatedFlag,
): boolean {
  const own = new Set([...(before?.tags ?? []), ...after.tags]);
  return tags.some((tag) => own.has(tag));
}
