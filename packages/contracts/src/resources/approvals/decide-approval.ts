import type { PolicyConditions } from './approval-policies';
import type { FlagAction, GatedFlag } from './flag-actions';
import { ANY_FLAG_ACTION, flagActions } from './flag-actions';
import { rolloutReach, rolloutValues } from './rollout-values';

/** The parts of a policy that decide whether a change needs an approval. */
export interface DecidingPolicy {
  readonly actionKey: string;
  readonly conditions: PolicyConditions;
  /** Members of these levels change flags without an approval. */
  readonly bypassLevels: readonly number[];
}

/**
 * The policies by which a change of a flag needs an approval; none if it may be written.
 *
 * @param before null for a new flag
 * @param level the author's level in the organization; 0 for nobody
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
      matches(policy.conditions, before, after),
  );
}

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

/** Whether the conditions of a policy are true of a change. Without conditions they are true of every change. */
function matches(
  conditions: PolicyConditions,
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
      // A condition that is added or removed changes by the whole of its share.
      return paths.some((path) =>
        compare((values.get(path) ?? 0) - (old.get(path) ?? 0), conditions.value),
      );
    }
    case 'any_change':
      return (
        old.size !== values.size || [...values].some(([path, value]) => old.get(path) !== value)
      );
    case 'flag':
      return isLarge(conditions, before, after) || isTagged(conditions, before, after);
  }
}

type FlagConditions = Extract<PolicyConditions, { readonly type: 'flag' }>;

/** Before or after: a flag must not become small before it is changed. */
function isLarge(
  { rollout_above: above }: FlagConditions,
  before: GatedFlag | null,
  after: GatedFlag,
): boolean {
  return above !== undefined && Math.max(rolloutReach(before), rolloutReach(after)) > above;
}

/** Before or after: a tag must not be taken away before the flag is changed. */
function isTagged(
  { tags = [] }: FlagConditions,
  before: GatedFlag | null,
  after: GatedFlag,
): boolean {
  const own = new Set([...(before?.tags ?? []), ...after.tags]);
  return tags.some((tag) => own.has(tag));
}
