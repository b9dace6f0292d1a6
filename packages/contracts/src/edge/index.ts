import { captureRoutes } from './capture-routes';
import { otlpRoutes } from './otlp-routes';
import type { EdgeRoute } from './edge-route';
import { flagRoutes } from './flag-routes';
import { ofrepRoutes } from './ofrep-routes';
import { startUpRoutes } from './start-up-routes';

export * from './definitions-changed';
export * from './sdk-lists';
export * from './capture-routes';
export type { EdgeRouteResponse, EdgeRoute } from './edge-route';
export * from './flag-routes';
export * from './start-up-routes';

/** Every public route of the edge; a test of the edge calls each of them. */
export const edgeRoutes: readonly EdgeRoute[] = [
  ...captureRoutes,
  ...otlpRoutes,
  ...flagRoutes,
  ...ofrepRoutes,
  ...startUpRoutes,
];
