import type { ProjectRoute } from '../auth/routes';
import type { ApiParts } from '../parts';
import { createEventCodeRoutes } from './event-code-routes';
import { createEventDefinitionBulkRoutes } from './event-definition-bulk-routes';
import { createEventDefinitionRoutes } from './event-definition-routes';
import { createPrimaryPropertyRoutes } from './primary-property-routes';
import { createPropertyDefinitionRoutes } from './property-definition-routes';
import { createSessionRoutes } from './session-routes';

/** Definitions of events and of properties; values of properties of sessions. */
export function createTaxonomyRoutes({
  eventDefinitions,
  propertyDefinitions,
  users,
  engine,
  now,
}: Pick<
  ApiParts,
  'eventDefinitions' | 'propertyDefinitions' | 'users' | 'engine' | 'now'
>): readonly ProjectRoute[] {
  return [
    ...createEventCodeRoutes({ definitions: eventDefinitions }),
    ...createPrimaryPropertyRoutes({ definitions: eventDefinitions }),
    ...createEventDefinitionBulkRoutes({ definitions: eventDefinitions }),
    ...createEventDefinitionRoutes({ definitions: eventDefinitions, users, now }),
    ...createPropertyDefinitionRoutes({ definitions: propertyDefinitions, users }),
    ...createSessionRoutes({ engine }),
  ];
}
