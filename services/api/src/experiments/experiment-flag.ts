import type { ExperimentWrite, FlagFilters } from '@tidemark/contracts';
import {
  featureFlagCreateSchema,
  flagFiltersSchema,
  normalisedVariants,
  variantProblem,
} from '@tidemark/contracts';
import { toValidationError, validationError } from '@tidemark/platform';
import type { ExperimentHoldout, FeatureFlag, NewFlag } from '@tidemark/postgres';
import { withHoldout } from '@tidemark/postgres';

type Document = Readonly<Record<string, unknown>>;
type Filters = FeatureFlag['filters'];

/** The variants of a flag. */
export interface Variant {
  readonly key: string;
  readonly name?: string | null;
  readonly rollout_percentage: number;
}

const DEFAULT_VARIANTS: readonly Variant[] = [
  { key: 'control', name: 'Control Group', rollout_percentage: 50 },
  { key: 'test', name: 'Test Variant', rollout_percentage: 50 },
];

export function variantsOf(filters: Filters): readonly Variant[] {
  const multivariate = filters['multivariate'] as
    { readonly variants?: readonly Variant[] } | null | undefined;
  return multivariate?.variants ?? [];
}

/** The variants a body names, in the form of `parameters` or of a flag; undefined when it names none. */
export function namedVariants(body: ExperimentWrite): readonly Variant[] | undefined {
  const inFlag = (body.feature_flag?.['filters'] as Document | undefined)?.['multivariate'];
  const ofFlag = (inFlag as Document | null | undefined)?.['variants'];
  if (ofFlag !== undefined) {
    const problem = Array.isArray(ofFlag) ? variantProblem(ofFlag) : 'Variants must be a list';
    if (problem !== null) throw validationError('invalid_input', problem, 'feature_flag');
    const named: readonly unknown[] = normalisedVariants(ofFlag as Document[]);
    return named as readonly Variant[];
  }
  const given = body.parameters?.['feature_flag_variants'] as readonly Variant[] | null | undefined;
  return given === null || given?.length === 0 ? undefined : given;
}

/**
 * A flag made for an experiment: one condition for everybody, and the variants.
 *
 * @throws ApiError 400
 */
export function newFlag(
  { key, name }: { readonly key: string; readonly name: string },
  body: ExperimentWrite,
  { active, holdout }: { readonly active: boolean; readonly holdout: ExperimentHoldout | null },
): NewFlag {
  const { parameters } = body;
  const filters = {
    groups: [{ properties: [], rollout_percentage: parameters?.['rollout_percentage'] ?? 100 }],
    multivariate: { variants: namedVariants(body) ?? DEFAULT_VARIANTS },
    ...groupTypeOf(parameters),
  };
  const flag = { key, name: `Feature Flag for Experiment ${name}`, active, filters };
  const continuity = parameters?.['ensure_experience_continuity'];
  const checked = featureFlagCreateSchema.safeParse(
    { ...flag, ensure_experience_continuity: continuity },
    { reportInput: true },
  );
  if (checked.error !== undefined) throw toValidationError(checked.error);
  return {
    ...flag,
    filters: withHoldout(checkedFilters(filters), holdout),
    ensureExperienceContinuity: checked.data.ensure_experience_continuity ?? null,
  };
}

/**
 * An experiment compares variants with `control`.
 *
 * @throws ApiError 400
 */
export function checkLinkable({ filters, deleted }: FeatureFlag): void {
  const keys = variantsOf(filters).map(({ key }) => key);
  if (deleted) throw rejected('The feature flag of the experiment has been deleted.');
  if (keys.length < 2) {
    throw rejected(
      'Feature flag must have at least 2 variants (control and at least one test variant)',
    );
  }
  if (!keys.includes('control')) {
    throw rejected("Feature flag must have a variant with key 'control'");
  }
}

/**
 * The filters of a flag after it takes over the parameters of its experiment.
 *
 * @throws ApiError 400
 */
export function filtersFollowing(current: Filters, body: ExperimentWrite): Filters {
  const variants = namedVariants(body);
  const share = body.parameters?.['rollout_percentage'] ?? null;
  const groups = (current['groups'] ?? []) as readonly Document[];
  const changed = {
    ...current,
    ...(variants !== undefined && { multivariate: { variants } }),
    ...(share !== null && {
      groups: groups.map((group, index) =>
        index === 0 ? { ...group, rollout_percentage: share } : group,
      ),
    }),
    ...groupTypeOf(body.parameters),
  };
  // Payloads may be encrypted: their texts are not read here.
  const { payloads } = changed as { readonly payloads?: Document | null };
  const keys = Object.keys(payloads ?? {}).map((key) => [key, 'null']);
  checkedFilters({ ...changed, payloads: Object.fromEntries(keys) as object });
  return changed;
}

/** The filters of a flag that gives one variant to all who are let in. */
export function shippedFilters(current: Filters, key: string, toEveryone: boolean): Filters {
  const variants = variantsOf(current);
  if (!variants.some((variant) => variant.key === key)) {
    throw rejected(`Variant '${key}' not found on feature flag.`);
  }
  const groups = (current['groups'] ?? []) as readonly Document[];
  const everyone = {
    properties: [],
    rollout_percentage: 100,
    description: 'Added when the experiment was ended, to keep one variant.',
  };
  return {
    ...withHoldout(current, null),
    groups: toEveryone ? [everyone, ...groups] : groups,
    multivariate: {
      variants: variants.map((variant) => ({
        ...variant,
        rollout_percentage: variant.key === key ? 100 : 0,
      })),
    },
  };
}

function groupTypeOf(parameters: Document | null | undefined): Document {
  const { aggregation_group_type_index: index } = parameters ?? {};
  return index === undefined ? {} : { aggregation_group_type_index: index };
}

function checkedFilters(filters: object): FlagFilters {
  const checked = flagFiltersSchema.safeParse(filters, { reportInput: true });
  if (checked.error !== undefined) throw toValidationError(checked.error);
  return checked.data;
}

function rejected(detail: string): Error {
  return validationError('invalid_input', detail);
}
