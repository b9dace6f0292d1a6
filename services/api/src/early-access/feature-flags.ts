import type { EarlyAccessCreate, EarlyAccessStage } from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type {
  EarlyAccessFeature,
  EarlyAccessRepository,
  FeatureFlag,
  FeatureFlagRepository,
} from '@tidemark/postgres';
import type { AnnounceChange } from '../definitions';
import {
  enrollmentDiffers,
  filtersOfNewFeature,
  slugOf,
  unfitFlag,
  withEnrollment,
} from './enrollment';
import { FEATURE_FIELDS } from '@tidemark/postgres';

/** The dependencies of the routes of features. */
export interface EarlyAccessDeps {
  readonly features: EarlyAccessRepository;
  readonly flags: FeatureFlagRepository;
  readonly announceChange: AnnounceChange;
}

/**
 * A new feature with the flag it stands for: the one its body names, or a new one that is off for everybody
 * who does not opt in, made together with it.
 *
 * @throws ApiError 400
 */
export async function createFeature(
  deps: EarlyAccessDeps,
  projectId: number,
  userId: number,
  body: EarlyAccessCreate,
): Promise<{ readonly feature: EarlyAccessFeature; readonly flag: FeatureFlag }> {
  const fields = { ...FEATURE_FIELDS.fromWire(body), name: body.name, stage: body.stage };
  const { feature_flag_id: flagId } = body;
  if (flagId !== undefined && flagId !== null) {
    const linkable = await linkableFlag(deps, projectId, flagId);
    const flag = await followStage(deps, userId, linkable, body.stage);
    const feature = await deps.features.create(projectId, userId, flag.id, fields);
    if (feature === null) throw alreadyLinked(flag);
    return { feature, flag };
  }
  const key = slugOf(body.name);
  if (key === '') {
    throw validationError('invalid_input', 'The name needs letters or digits for a key.', 'name');
  }
  const filters = filtersOfNewFeature(body.stage);
  const name = `Feature Flag for Feature ${body.name}`;
  const made = await deps.features.createWithFlag(
    projectId,
    userId,
    { key, name, filters },
    fields,
  );
  if (made !== null) return made;
  throw validationError('unique', 'There is already a feature flag with this key.', 'name');
}

async function linkableFlag(
  { flags, features }: EarlyAccessDeps,
  projectId: number,
  flagId: number,
): Promise<FeatureFlag> {
  const reject = (detail: string) => validationError('invalid_input', detail, 'feature_flag_id');
  const flag = await flags.findById(projectId, flagId);
  if (flag === null || flag.deleted) throw reject('Feature Flag with this ID does not exist');
  if ((await features.findByFlag(projectId, flagId)) !== null) throw alreadyLinked(flag);
  const problem = unfitFlag(flag);
  if (problem !== null) throw reject(problem);
  return flag;
}

function alreadyLinked(flag: FeatureFlag) {
  return validationError(
    'invalid_input',
    `Linked feature flag ${flag.key} already has a feature attached to it.`,
    'feature_flag_id',
  );
}

/** Makes a flag's early access follow the stage of its feature; null: it has no feature any more. */
export async function followStage(
  { flags, announceChange }: EarlyAccessDeps,
  userId: number,
  flag: FeatureFlag,
  stage: EarlyAccessStage | null,
): Promise<FeatureFlag> {
  const { projectId } = flag;
  const differs = enrollmentDiffers(flag.filters, stage);
  const result = differs
    ? await flags.update(projectId, userId, flag.id, {
        filters: withEnrollment(flag.filters, stage),
      })
    : null;
  // Announced even when the flag stays: edges keep the features themselves too.
  await announceChange(projectId, 'feature_flags');
  return result?.outcome === 'saved' ? result.flag : flag;
}
