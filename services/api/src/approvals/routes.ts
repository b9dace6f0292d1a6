import type { ProjectRoute } from '../auth/routes';
import type { ApiParts } from '../parts';
import { createChangeRequestRoutes } from './change-request-routes';
import { createApprovalPolicyRoutes } from './policy-routes';

/** Changes of flags that need the approval of another person. */
export function createApprovalsRoutes(
  parts: Pick<
    ApiParts,
    | 'approvalPolicies'
    | 'changeRequests'
    | 'cohorts'
    | 'features'
    | 'users'
    | 'announceChange'
    | 'now'
  >,
): readonly ProjectRoute[] {
  return [...createApprovalPolicyRoutes(parts), ...createChangeRequestRoutes(parts)];
}
