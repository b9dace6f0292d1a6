import { CORE_PROPERTIES, NEVER_LISTED, propertiesCalled } from '@tidemark/domain';
import { countParameter, validationError } from '@tidemark/platform';
import type { PropertyDefinitionListQuery, PropertyOwner } from '@tidemark/postgres';
import { groupOwner } from '@tidemark/postgres';
import { flagParameter, nameList } from '../query-parameters';
import { describedAs, searchWords } from './list-parameters';

/**
 * Reads the list's query string (`docs/wire/management.md#property-definitions`); invalid values count as absent,
 * except for the type.
 */
export function propertyDefinitionQuery(
  parameters: URLSearchParams,
): Omit<PropertyDefinitionListQuery, 'page'> {
  const names = nameList(parameters.get('properties'));
  const eventNames = nameList(parameters.get('event_names'));
  const isNumerical = flagParameter(parameters.get('is_numerical'));
  const isFeatureFlag = flagParameter(parameters.get('is_feature_flag'));
  const owner = ownerParameter(parameters);
  const unlisted =
    flagParameter(parameters.get('exclude_core_properties')) === true
      ? CORE_PROPERTIES
      : NEVER_LISTED;
  const ofEvents = owner === 'event' ? unlisted : { names: [], prefixes: [] };
  if (owner !== 'event' && eventNames !== undefined) {
    throw rejection('`event_names` can only be set for `event` type');
  }
  return {
    owner,
    words: searchWords(parameters),
    aliases: propertiesCalled(searchWords(parameters)),
    ...describedAs(parameters),
    ...(names !== undefined && { names }),
    excludedNames: [...(nameList(parameters.get('excluded_properties')) ?? []), ...ofEvents.names],
    excludedPrefixes: ofEvents.prefixes,
    ...(isNumerical !== undefined && { isNumerical }),
    ...(isFeatureFlag !== undefined && { isFeatureFlag }),
    ...(eventNames !== undefined && eventNames.length > 0 && { eventNames }),
    onlyOfEvents: flagParameter(parameters.get('filter_by_event_names')) ?? false,
  };
}

/** @throws ApiError 400 */
function ownerParameter(parameters: URLSearchParams): PropertyOwner {
  const type = parameters.get('type') ?? 'event';
  const index = parameters.get('group_type_index');
  if (type === 'group') {
    if (index === null) throw rejection('`group_type_index` must be set for `group` type');
    const owner = groupOwner(countParameter(index) ?? -1);
    if (owner !== null) return owner;
    throw rejection('Invalid value for `group_type_index`');
  }
  if (type === 'event' || type === 'person' || type === 'session') {
    if (index === null) return type;
    throw rejection('`group_type_index` can only set for `group` type');
  }
  throw validationError('invalid_choice', `"${type.slice(0, 100)}" is not a valid choice.`, 'type');
}

function rejection(detail: string): Error {
  return validationError('invalid_input', detail);
}
