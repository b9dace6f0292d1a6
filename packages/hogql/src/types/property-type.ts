/** Whose property definitions type the keys of a JSON column: groups have them by the index of their type. */
export type PropertyOwner =
  'event' | 'person' | 'group_0' | 'group_1' | 'group_2' | 'group_3' | 'group_4';

/** The type that the definition of a property declares. */
export type PropertyType = 'String' | 'Numeric' | 'Boolean' | 'DateTime';
