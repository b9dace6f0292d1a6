import type { History } from '../activity-log/history';

/** A group type with its display names. */
export interface NamedGroupType {
  readonly groupType: string;
  /** 0…4 */
  readonly groupTypeIndex: number;
  readonly nameSingular: string | null;
  readonly namePlural: string | null;
  readonly defaultColumns: readonly string[] | null;
  readonly createdAt: Date;
}

/** How group types are logged; their id is their index. */
export const GROUP_TYPE_HISTORY: History<NamedGroupType & { readonly id: number }> = {
  scope: 'GroupType',
  nameOf: (type) => type.groupType,
  wireFields: (type) => ({
    name_singular: type.nameSingular,
    name_plural: type.namePlural,
    default_columns: type.defaultColumns,
  }),
};
