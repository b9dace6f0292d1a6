/**
 * The owner of the property definitions that type the keys of a JSON column; groups have one owner per group type
 * index.
 */
export type PropertyOwner =
  'event' | 'person' | 'group_0' | 'group_1' | 'group_2' | 'group_3' | 'group_4';

/** The type that the definition of a property declares. */
export type PropertyType = 'String' | 'Numeric' | 'Boolean' | 'DateTime';
