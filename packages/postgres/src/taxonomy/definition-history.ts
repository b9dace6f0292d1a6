import type { History } from '../activity-log/history';
import type { Description, EventDefinition, PropertyDefinition } from './definition';

const described = ({ description, tags, verified, hidden }: Description) => ({
  description,
  tags,
  verified,
  hidden,
});

/** How event definitions are logged: their editable fields. */
export const EVENT_DEFINITION_HISTORY: History<EventDefinition> = {
  scope: 'EventDefinition',
  nameOf: (definition) => definition.name,
  wireFields: (definition) => ({
    ...described(definition),
    owner: definition.ownerId,
    primary_property: definition.primaryProperty,
  }),
};

/** How property definitions are logged: their editable fields. */
export const PROPERTY_DEFINITION_HISTORY: History<PropertyDefinition> = {
  scope: 'PropertyDefinition',
  nameOf: (definition) => definition.name,
  wireFields: (definition) => ({
    ...described(definition),
    property_type: definition.propertyType,
  }),
};
