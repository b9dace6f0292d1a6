import type { BlastRadiusCondition, CohortLeaf } from '@tidemark/contracts';
import type { FlagAudience } from '@tidemark/hogql';
import { validationError } from '@tidemark/platform';

type Property = NonNullable<BlastRadiusCondition['properties']>[number];

/** The audience of a condition set. @throws ApiError 400 for a filter by which persons cannot be counted */
export function audienceOf(
  { properties }: BlastRadiusCondition,
  groupTypeIndex: number | null,
): FlagAudience {
  const filters = properties ?? [];
  if (groupTypeIndex === null) return { about: 'persons', filters: filters.map(personFilter) };
  return {
    about: 'groups',
    groupTypeIndex,
    filters: filters.map((property) => {
      if (property.type !== 'group') throw rejected(property, 'groups');
      if ((property.group_type_index ?? groupTypeIndex) !== groupTypeIndex) {
        const detail = 'Invalid group type index for feature flag condition.';
        throw validationError('invalid_input', detail, 'condition');
      }
      return { key: property.key, operator: property.operator, value: property.value };
    }),
  };
}

function personFilter(property: Property): CohortLeaf {
  const { type, key, value } = property;
  const negation = property.negation === true;
  const operator = property.operator as Extract<CohortLeaf, { type: 'person' }>['operator'];
  switch (type) {
    case 'person':
      return { type, key, operator, value, negation };
    case 'person_metadata':
      if (key !== 'created_at') throw rejected(property, 'persons');
      return { type, key, operator, value, negation };
    case 'cohort': {
      const id = Number(value);
      if (!Number.isSafeInteger(id)) throw rejected(property, 'persons');
      return { type, key: 'id', value: id, negation: negation || property.operator === 'not_in' };
    }
    default:
      throw rejected(property, 'persons');
  }
}

function rejected({ type, key }: Property, what: 'persons' | 'groups'): Error {
  const detail = `The filter on ${key} of type "${type}" cannot be used to count ${what}.`;
  return validationError('invalid_input', detail, 'condition');
}
