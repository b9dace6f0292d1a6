import type { FeatureFlagBody } from '@tidemark/contracts';
import type { FeatureFlag } from '@tidemark/postgres';
import { cohortNamesOf } from './cohort-names';
import { flagBody } from './flag-body';
import type { SaveFlagDeps } from './save-flag';

/** What the bodies of flags are made from. */
export interface FlagBodyDeps extends Pick<
  SaveFlagDeps,
  'users' | 'cohorts' | 'surveys' | 'features' | 'secrets'
> {
  readonly now: () => Date;
}

/** Returns a function that reads what belongs to flags of a project, and returns the function for their bodies. */
export function createFlagBodies({
  users,
  cohorts,
  surveys,
  features,
  secrets,
  now,
}: FlagBodyDeps): (
  projectId: number,
  shown: readonly FeatureFlag[],
) => Promise<(flag: FeatureFlag) => FeatureFlagBody> {
  return async (projectId, shown) => {
    const flagIds = shown.map((flag) => flag.id);
    const ids = shown.flatMap((flag) => [flag.createdById, flag.lastModifiedById]);
    const names = {
      users: await users.findMany([...new Set(ids.filter((id) => id !== null))]),
      cohorts: await cohortNamesOf(cohorts, shown),
      surveys: await surveys.listLinked(projectId, flagIds),
      features: await features.listOfFlags(projectId, flagIds),
    };
    const at = now();
    return (flag) => flagBody(secrets.show(flag), names, at);
  };
}
