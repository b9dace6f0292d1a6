import { propertiesCalled } from '@tidemark/domain';
import { countParameter, validationError } from '@tidemark/platform';
import type { PropertyDefinitionListQuery, PropertyOwner } from '@tidemark/postgres';
import { groupOwner } from '@tidemark/postgres';
import { describedAs, flagParameter, nameList, searchWords } from './list-parameters';

/** The list's query string (`wire/actions.md` §5); what cannot be read counts as absent, but for the type. */
export function propertyDefinitionQuery(
  parameters: URLSearchParams,
): Omit<PropertyDefinitionListQuery, 'page'> {
  const names = nameList(parameters.get('properties'));
  const eventNames = nameList(parameters.get('event_names'));
  const isNumerical = flagParameter(parameters.get('is_numerical'));
  const isFeatureFlag = flagParameter(parameters.get('is_feature_flag'));
  return {
    owner: ownerParameter(parameters),
    words: searchWords(parameters),
    aliases: propertiesCalled(searchWords(parameters)),
    ...describedAs(parameters),
    ...(names !== undefined && { names }),
    excludedNames: nameList(parameters.get('excluded_properties')) ?? [],
    ...(isNumerical !== undefined && { isNumerical }),
    ...(isFeatureFlag !== undefined && { isFeatureFlag }),
    ...(eventNames !== undefined && eventNames.length > 0 && { eventNames }),
    onlyOfEvents: flagParameter(parameters.get('filter_by_event_names')) ?? false,
  };
}

function ownerParameter(parameters: URLSearchParams): PropertyOwner {
  const type = parameters.get('type') ?? 'event';
  const index = parameters.get('group_type_index');
  if (type === 'group') {
    const owner = groupOwner(countParameter(index) ?? -1);
    if (owner !== null) return owner;
    throw validationError(
      'invalid_input',
      'Properties of groups need a `group_type_index` from 0 to 4.',
      'group_type_index',
    );
  }
  if (type === 'event' || type === 'person' || type === 'session') return type;
  throw validationError('invalid_choice', `"${type.slice(0, 100)}" is not a valid choice.`, 'type');
}
