import type { AccountRoute } from '../auth/routes';
import { createCohortsChanged } from '../cohorts/cohorts-changed';
import { openPayloadSecrets } from '../feature-flags/payload-secrets';
import type { ApiParts } from '../parts';
import { createChainRoutes } from './chain-routes';
import { createOrganizationFlagRoutes } from './organization-flag-routes';

/** Flags across the projects of an organization. */
export function createEnvironmentsRoutes(parts: ApiParts): readonly AccountRoute[] {
  const deps = {
    ...parts,
    secrets: openPayloadSecrets(parts.config),
    changed: createCohortsChanged({ ...parts, enqueue: (job) => parts.cohortQueue.add(job) }),
  };
  return [...createOrganizationFlagRoutes(deps), ...createChainRoutes(deps)];
}
