export { findPropertyTypes } from './find-property-types';
export type { DefinedPropertyType } from './find-property-types';
export { groupOwner } from './property-owner';
export type { PropertyOwner } from './property-owner';
export { saveSightings } from './save-sightings';
export type {
  EventPropertySighting,
  EventSighting,
  PropertySighting,
  Sightings,
} from './save-sightings';
