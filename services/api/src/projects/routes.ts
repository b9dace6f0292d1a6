import type { ProjectRoute } from '../auth/routes';
import type { ApiParts } from '../parts';
import { createProjectRoutes } from './project-routes';
import { createSecretKeyRoutes } from './secret-key-routes';
import { createTokenRoutes } from './token-routes';

/** The routes of one project. */
export function createProjectsRoutes(
  parts: Pick<
    ApiParts,
    'config' | 'projects' | 'groupTypes' | 'announceChange' | 'alerts' | 'subscriptions' | 'now'
  >,
): readonly ProjectRoute[] {
  return [
    ...createProjectRoutes(parts),
    ...createSecretKeyRoutes(parts),
    ...createTokenRoutes({ ...parts, graceSeconds: parts.config.PROJECT_TOKEN_GRACE_SECONDS }),
  ];
}
