import type { ProjectRoute } from '../auth/routes';
import type { ApiParts } from '../parts';
import { createEventDefinitionRoutes } from './event-definition-routes';
import { createPropertyDefinitionRoutes } from './property-definition-routes';

/** Definitions of events and of properties. */
export function createTaxonomyRoutes({
  eventDefinitions,
  propertyDefinitions,
  users,
}: Pick<ApiParts, 'eventDefinitions' | 'propertyDefinitions' | 'users'>): readonly ProjectRoute[] {
  return [
    ...createEventDefinitionRoutes({ definitions: eventDefinitions, users }),
    ...createPropertyDefinitionRoutes({ definitions: propertyDefinitions, users }),
  ];
}
