import type { FeatureFlagWrite } from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type { Experiment, ExperimentRepository, FeatureFlag } from '@tidemark/postgres';

/** More experiments of one flag are not named in the error. */
const NAMED = 10;

/** The parts of a running experiment that an error names. */
export type RunningExperiment = Pick<Experiment, 'id' | 'name'>;

/**
 * Rejects the deletion of a flag that a live experiment uses.
 *
 * @throws ApiError 400
 */
export function checkExperiments(
  { experimentIds }: FeatureFlag,
  { deleted }: Pick<FeatureFlagWrite, 'deleted'>,
): void {
  if (deleted !== true || experimentIds.length === 0) return;
  throw validationError(
    'invalid_input',
    `Cannot delete a feature flag that is linked to active experiment(s): ${experimentIds.join(', ')}. Please delete the experiment(s) before deleting the flag.`,
  );
}

/** The running experiments of a flag whose filters a request replaces. */
export async function runningExperiments(
  experiments: Pick<ExperimentRepository, 'list'>,
  projectId: number,
  featureFlagId: number,
  { filters }: Pick<FeatureFlagWrite, 'filters'>,
): Promise<readonly RunningExperiment[]> {
  if (filters?.groups === undefined) return [];
  const page = { limit: NAMED, offset: 0 };
  const query = { status: 'running', archived: false, featureFlagId, page } as const;
  return (await experiments.list(projectId, query)).rows;
}

/**
 * Rejects filters that lack a variant of the flag while an experiment runs, whose results would lose it. Another key of a
 * variant counts as its removal; other percentages and further variants are accepted.
 *
 * @throws ApiError 400
 */
export function checkVariants(
  current: FeatureFlag,
  filters: FeatureFlag['filters'] | undefined,
  running: readonly RunningExperiment[],
): void {
  if (filters === undefined || running.length === 0) return;
  const kept = new Set(variantKeys(filters));
  const removed = variantKeys(current.filters).filter((key) => !kept.has(key));
  if (removed.length === 0) return;
  const names = running.map(({ id, name }) => `"${name}" (ID: ${id})`).join(', ');
  throw validationError(
    'invalid_input',
    `Cannot remove variant(s) ${removed.map((key) => `'${key}'`).join(', ')} from a feature flag that is linked to running experiment(s): ${names}. Please stop the experiment(s) before removing variants.`,
    'filters',
  );
}

function variantKeys(filters: FeatureFlag['filters']): readonly string[] {
  const multivariate = filters['multivariate'] as
    { readonly variants?: readonly { readonly key: string }[] } | null | undefined;
  return (multivariate?.variants ?? []).map(({ key }) => key);
}
