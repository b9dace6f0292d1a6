import type { History } from '../activity-log/history';
import type { Description, EventDefinition, PropertyDefinition } from './definition';

const described = ({ description, tags, verified, hidden }: Description) => ({
  description,
  tags,
  verified,
  hidden,
});

/** The history of the editable fields of event definitions. */
export const EVENT_DEFINITION_HISTORY: History<EventDefinition> = {
  scope: 'EventDefinition',
  nameOf: (definition) => definition.name,
  wireFields: (definition) => ({ ...described(definition), owner: definition.ownerId }),
};

/** The history of the editable fields of property definitions. */
export const PROPERTY_DEFINITION_HISTORY: History<PropertyDefinition> = {
  scope: 'PropertyDefinition',
  nameOf: (definition) => definition.name,
  wireFields: (definition) => ({
    ...described(definition),
    property_type: definition.propertyType,
  }),
};
