import { createSealedBox } from '@tidemark/platform';
import type { ProjectRoute } from '../auth/routes';
import type { ApiParts } from '../parts';
import type { DestinationRouteDeps } from './deps';
import { createDestinationRoutes } from './destination-routes';
import { createRestHookRoutes } from './rest-hook-routes';
import { createRunRoutes } from './run-routes';
import { createTemplateRoutes } from './template-routes';
import { createDestinationTestRoutes } from './test-routes';

/** Everything about destinations and what is delivered to them. */
export function createDestinationsRoutes(
  parts: Pick<
    ApiParts,
    'actions' | 'config' | 'deliveryLog' | 'deliveryTests' | 'destinations' | 'now' | 'users'
  >,
): readonly ProjectRoute[] {
  const key = parts.config.EXPORT_SECRETS_KEY;
  const deps: DestinationRouteDeps = {
    ...parts,
    secrets: key === undefined ? null : createSealedBox(key),
  };
  return [
    ...createTemplateRoutes(),
    ...createDestinationTestRoutes(deps),
    ...createRunRoutes(deps),
    ...createRestHookRoutes(deps),
    ...createDestinationRoutes(deps),
  ];
}
