import type { ProjectRoute } from '../auth/routes';
import type { ApiParts } from '../parts';
import { createEventDefinitionRoutes } from './event-definition-routes';
import { createPropertyDefinitionRoutes } from './property-definition-routes';
import { createSessionRoutes } from './session-routes';

/** Definitions of events and of properties; values of properties of sessions. */
export function createTaxonomyRoutes({
  eventDefinitions,
  propertyDefinitions,
  users,
  engine,
}: Pick<
  ApiParts,
  'eventDefinitions' | 'propertyDefinitions' | 'users' | 'engine'
>): readonly ProjectRoute[] {
  return [
    ...createEventDefinitionRoutes({ definitions: eventDefinitions, users }),
    ...createPropertyDefinitionRoutes({ definitions: propertyDefinitions, users }),
    ...createSessionRoutes({ engine }),
  ];
}
