import type { History } from '../activity-log/change-activity';
import type { NamedGroupType } from './group-type-repository';

/** Types of groups, by their index. */
export const GROUP_TYPE_HISTORY: History<NamedGroupType & { readonly id: number }> = {
  scope: 'GroupType',
  nameOf: (type) => type.groupType,
  wireFields: (type) => ({
    name_singular: type.nameSingular,
    name_plural: type.namePlural,
    default_columns: type.defaultColumns,
  }),
};
