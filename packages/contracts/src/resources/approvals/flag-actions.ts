/** The actions on a flag that a policy can refer to. The first three are PostHog's, the others are Tidemark's. */
export const flagActionKeys = [
  'feature_flag.enable',
  'feature_flag.disable',
  'feature_flag.update',
  'feature_flag.create',
  'feature_flag.delete',
] as const;

export type FlagAction = (typeof flagActionKeys)[number];

/** A policy with this key applies to every action. Tidemark only. */
export const ANY_FLAG_ACTION = 'feature_flag.any';

/** The parts of a flag that policies depend on. */
export interface GatedFlag {
  readonly active: boolean;
  readonly deleted: boolean;
  readonly tags: readonly string[];
  readonly filters: Readonly<Record<string, unknown>>;
  /** All other fields that affect how SDKs evaluate the flag, by their names in the wire format. */
  readonly evaluation: Readonly<Record<string, unknown>>;
}

/**
 * The actions of a change; empty if neither the evaluation in SDKs nor the tags change.
 *
 * A new flag that is on also counts as enabled, and a deleted flag that was on as disabled; otherwise policies for
 * these actions could be avoided.
 *
 * @param before null for a new flag
 */
export function flagActions(before: GatedFlag | null, after: GatedFlag): readonly FlagAction[] {
  const wasOn = before !== null && isOn(before);
  const actions: FlagAction[] = [];
  if (after.deleted && before?.deleted === false) actions.push('feature_flag.delete');
  // Creating a flag that is off needs no approval, because it affects no user.
  if (before === null && isOn(after)) actions.push('feature_flag.create');
  if (!wasOn && isOn(after)) actions.push('feature_flag.enable');
  if (wasOn && !isOn(after)) actions.push('feature_flag.disable');
  if (before !== null && evaluationOf(before) !== evaluationOf(after)) {
    actions.push('feature_flag.update');
  }
  return actions;
}

/** Whether the flag can have a value other than false. */
export function isOn(flag: GatedFlag): boolean {
  return flag.active && !flag.deleted;
}

function evaluationOf({ filters, evaluation, tags }: GatedFlag): string {
  return canonical({ filters, evaluation, tags: [...tags].toSorted() });
}

/** JSON with sorted keys, because the store does not keep their order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
