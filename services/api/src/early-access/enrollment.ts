import type { EarlyAccessStage } from '@tidemark/contracts';
import { isAboutGroups } from '@tidemark/contracts';
import type { FeatureFlag } from '@tidemark/postgres';

type Filters = FeatureFlag['filters'];

/** Stages in which a person who opted in has the feature; before them the wish is only noted. */
const RELEASED: ReadonlySet<EarlyAccessStage> = new Set(['alpha', 'beta', 'general-availability']);

/** Filters of a flag that only persons who opted in have. */
export function filtersOfNewFeature(stage: EarlyAccessStage): Filters {
  return withEnrollment({ groups: [{ properties: [], rollout_percentage: 0 }] }, stage);
}

/** The filters of a flag with the early access of its feature's stage; null = no stage or feature. */
export function withEnrollment(filters: Filters, stage: EarlyAccessStage | null): Filters {
  const { feature_enrollment: _enrollment, super_groups: _older, ...others } = filters;
  return stage !== null && RELEASED.has(stage) ? { ...others, feature_enrollment: true } : others;
}

/** Whether the early access of the stage differs from that of the filters. */
export function enrollmentDiffers(filters: Filters, stage: EarlyAccessStage | null): boolean {
  const enrolls = filters['feature_enrollment'] === true;
  return enrolls !== (stage !== null && RELEASED.has(stage));
}

/** The reason why a flag cannot be the flag of a feature; null if it can. */
export function unfitFlag(flag: FeatureFlag): string | null {
  const { multivariate } = flag.filters;
  if (isAboutGroups(flag.filters)) {
    return 'Group-based feature flags are not supported for Early Access Features.';
  }
  if ((multivariate ?? null) !== null) {
    return 'Multivariate feature flags are not supported for Early Access Features.';
  }
  return null;
}

/** A flag's key from a feature's name: lower case, words joined by hyphens; empty when nothing is left. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9_\s-]/g, '')
    .trim()
    .replace(/[\s-]+/g, '-')
    .replace(/^[-_]+|(?<![-_])[-_]+$/g, '');
}
