export { findGroupTypes } from './find-group-types';
export { findPropertyTypes } from './find-property-types';
export type { DefinedPropertyType } from './find-property-types';
export { listPropertyDefinitions } from './property-definition-list';
export { groupOwner } from './property-owner';
export type { PropertyOwner } from './property-owner';
export { saveSightings } from './save-sightings';
export type {
  EventPropertySighting,
  EventSighting,
  PropertySighting,
  Sightings,
} from './save-sightings';
export type { Description, EventDefinition, PropertyDefinition } from './definition';
export { createEventDefinitionRepository } from './event-definition-repository';
export type { EventShape } from './event-shapes';
export type { EventDefinitionListQuery, EventDefinitionOrder } from './event-definition-list';
export type {
  DefinitionUpdate,
  EventDefinitionChanges,
  EventDefinitionRepository,
} from './event-definition-repository';
export type {
  ListedPropertyDefinition,
  PropertyDefinitionListQuery,
} from './property-definition-list';
export { createPropertyDefinitionRepository } from './property-definition-repository';
export type {
  PropertyDefinitionChanges,
  PropertyDefinitionRepository,
} from './property-definition-repository';
