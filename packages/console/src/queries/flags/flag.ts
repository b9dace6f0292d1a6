import type { PropertyFilter } from '../filters/property-filter';

/**
 * A condition of a flag in the wire format (`docs/wire/flags-management.md`): it applies to a share of the people who
 * match its filters.
 */
export interface FlagCondition {
  readonly properties: readonly PropertyFilter[];
  /** The share in percent; null means 100. */
  readonly rollout_percentage?: number | null;
  /** The variant that everybody who matches gets, instead of a random one. */
  readonly variant?: string | null;
  /** The index of a group type; null for persons; undefined uses the value of the flag. */
  readonly aggregation_group_type_index?: number | null;
  readonly [field: string]: unknown;
}

export interface FlagVariant {
  readonly key: string;
  readonly name?: string | null;
  readonly rollout_percentage: number;
  readonly [field: string]: unknown;
}

export interface FlagFilters {
  readonly groups?: readonly FlagCondition[];
  readonly multivariate?: { readonly variants: readonly FlagVariant[] } | null;
  /** Payloads as JSON texts, by variant key; a flag without variants uses the key `true`. */
  readonly payloads?: Readonly<Record<string, string>> | null;
  readonly aggregation_group_type_index?: number | null;
  readonly [field: string]: unknown;
}

/** The fields of a flag that the form edits. */
export interface FlagDraft {
  readonly key: string;
  readonly name: string;
  readonly active: boolean;
  readonly filters: FlagFilters;
}

/** The fields of a stored flag that the console reads. */
export interface Flag extends FlagDraft {
  readonly id: number;
  readonly version: number;
  readonly status?: string;
  readonly tags: readonly string[];
  readonly created_at: string;
  readonly updated_at: string | null;
  readonly last_called_at: string | null;
  readonly created_by: { readonly email: string } | null;
  readonly last_modified_by?: { readonly email: string } | null;
  readonly has_encrypted_payloads?: boolean;
  readonly archived?: boolean;
}

export const NEW_FLAG: FlagDraft = {
  key: '',
  name: '',
  active: true,
  filters: { groups: [{ properties: [], rollout_percentage: 100 }] },
};

export function draftOf({ key, name, active, filters }: FlagDraft): FlagDraft {
  return { key, name, active, filters };
}

export function conditionsOf({ filters }: FlagDraft): readonly FlagCondition[] {
  return filters.groups ?? [];
}

export function variantsOf({ filters }: FlagDraft): readonly FlagVariant[] {
  return filters.multivariate?.variants ?? [];
}

export function withConditions(draft: FlagDraft, groups: readonly FlagCondition[]): FlagDraft {
  return { ...draft, filters: { ...draft.filters, groups } };
}

/**
 * Replaces the variants; an empty list makes the flag boolean. Payloads and overrides of removed variants are removed.
 */
export function withVariants(draft: FlagDraft, variants: readonly FlagVariant[]): FlagDraft {
  const keys = new Set(variants.length === 0 ? ['true'] : variants.map(({ key }) => key));
  const kept = Object.entries(draft.filters.payloads ?? {}).filter(([key]) => keys.has(key));
  const groups = conditionsOf(draft).map((condition) =>
    (condition.variant ?? '') === '' || keys.has(String(condition.variant))
      ? condition
      : { ...condition, variant: null },
  );
  const multivariate = variants.length === 0 ? null : { variants };
  const payloads = Object.fromEntries(kept);
  return { ...draft, filters: { ...draft.filters, groups, multivariate, payloads } };
}

/** Renames a variant in all parts of the flag. */
export function withVariantKey(draft: FlagDraft, position: number, key: string): FlagDraft {
  const variants = variantsOf(draft);
  const old = variants[position]?.key;
  if (old === undefined) return draft;
  const payloads = Object.fromEntries(
    Object.entries(draft.filters.payloads ?? {}).map(([name, text]) => [
      name === old ? key : name,
      text,
    ]),
  );
  const groups = conditionsOf(draft).map((condition) =>
    condition.variant === old ? { ...condition, variant: key } : condition,
  );
  const renamed = variants.map((variant, index) =>
    index === position ? { ...variant, key } : variant,
  );
  return {
    ...draft,
    filters: { ...draft.filters, groups, payloads, multivariate: { variants: renamed } },
  };
}

/** Equal shares in whole percent that sum to 100. If 100 cannot be divided evenly, the first variants get one more. */
export function evenShares(variants: readonly FlagVariant[]): readonly FlagVariant[] {
  const share = Math.floor(100 / variants.length);
  const rest = 100 - share * variants.length;
  return variants.map((variant, index) => ({
    ...variant,
    rollout_percentage: share + (index < rest ? 1 : 0),
  }));
}

/**
 * Sets the share of a variant. The others divide the rest in proportion to their shares, in tenths of a percent.
 *
 * @param share 0 to 100
 */
export function withShare(
  variants: readonly FlagVariant[],
  key: string,
  share: number,
): readonly FlagVariant[] {
  const others = variants.filter((variant) => variant.key !== key);
  const sum = others.reduce((total, variant) => total + variant.rollout_percentage, 0);
  let left = Math.round((100 - share) * 10);
  const shares = new Map<string, number>([[key, share]]);
  for (const [index, variant] of others.entries()) {
    const part = sum === 0 ? 1 / others.length : variant.rollout_percentage / sum;
    const exact = Math.round((100 - share) * 10 * part);
    const tenths = index === others.length - 1 ? left : Math.min(exact, left);
    left -= tenths;
    shares.set(variant.key, tenths / 10);
  }
  return variants.map((variant) => ({
    ...variant,
    rollout_percentage: shares.get(variant.key) ?? variant.rollout_percentage,
  }));
}

export function rolloutOf({ rollout_percentage: percentage }: FlagCondition): number {
  return percentage ?? 100;
}

/** The target of a condition: the index of a group type, or null for persons. */
export function targetOf({ filters }: FlagDraft, condition: FlagCondition): number | null {
  const own = condition.aggregation_group_type_index;
  return (own === undefined ? filters.aggregation_group_type_index : own) ?? null;
}

/**
 * Changes the target of a condition and removes its filters that do not fit the new target. If all conditions have the
 * same target, it is stored in the flag, where older clients read it; otherwise in each condition.
 */
export function withTarget(draft: FlagDraft, position: number, target: number | null): FlagDraft {
  const conditions = conditionsOf(draft);
  const targets = conditions.map((condition, index) =>
    index === position ? target : targetOf(draft, condition),
  );
  const [first = null] = targets;
  const isSame = targets.every((one) => one === first);
  const groups = conditions.map((condition, index): FlagCondition => {
    const { aggregation_group_type_index: _, ...rest } = condition;
    const about = targets[index] ?? null;
    const properties =
      index === position
        ? condition.properties.filter((filter) => fits(filter, about))
        : condition.properties;
    return isSame
      ? { ...rest, properties }
      : { ...rest, properties, aggregation_group_type_index: about };
  });
  const index = isSame ? first : null;
  return {
    ...draft,
    filters: { ...draft.filters, groups, aggregation_group_type_index: index },
  };
}

/** Adds a condition with the same target as the last one. */
export function withNewCondition(draft: FlagDraft): FlagDraft {
  const conditions = conditionsOf(draft);
  const last = conditions.at(-1);
  const own = last?.aggregation_group_type_index;
  const target = own === undefined ? {} : { aggregation_group_type_index: own };
  return withConditions(draft, [
    ...conditions,
    { properties: [], rollout_percentage: 100, ...target },
  ]);
}

function fits({ type, group_type_index: index }: PropertyFilter, target: number | null): boolean {
  if (type === 'flag') return true;
  return target === null ? type !== 'group' : type === 'group' && index === target;
}

/**
 * Positions of the conditions that are never reached, because a condition before them matches everybody. Conditions are
 * evaluated in order (`docs/wire/flags-evaluation.md#flag-steps`). A condition for all groups of a type does not match
 * people without such a group, so it hides only later conditions for the same group type.
 */
export function unreachableConditions(draft: FlagDraft): ReadonlySet<number> {
  const hidden = new Set<number>();
  const taken = new Set<number | null>();
  for (const [position, condition] of conditionsOf(draft).entries()) {
    const target = targetOf(draft, condition);
    if (taken.has(null) || taken.has(target)) hidden.add(position);
    else if (condition.properties.length === 0 && rolloutOf(condition) === 100) taken.add(target);
  }
  return hidden;
}

/** The reasons why the draft cannot be saved; empty if it can. */
export function draftProblems(draft: FlagDraft): readonly string[] {
  const problems: string[] = [];
  if (!/^[\w./-]+$/.test(draft.key)) {
    problems.push('The key may only contain letters, digits, -, _, . and /.');
  }
  const variants = variantsOf(draft);
  const sum = variants.reduce((total, variant) => total + variant.rollout_percentage, 0);
  if (variants.length > 0 && Math.abs(sum - 100) > 0.01) {
    problems.push(`The shares of the variants sum to ${sum} instead of 100 percent.`);
  }
  if (new Set(variants.map(({ key }) => key)).size < variants.length) {
    problems.push('Two variants have the same key.');
  }
  if (variants.some(({ key }) => key === '')) problems.push('A variant has no key.');
  for (const [key, text] of Object.entries(draft.filters.payloads ?? {})) {
    if (text.trim() !== '' && !isJson(text))
      problems.push(`The payload of ${key} is not valid JSON.`);
  }
  return problems;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
