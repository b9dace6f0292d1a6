export { claimGroupTypes } from './claim-group-types';
export type { NumberedGroupType } from './claim-group-types';
export { groupItemId } from './group-history';
export { createGroupRepository } from './group-repository';
export type { GroupCursor, GroupRepository, ListedGroup } from './group-repository';
export { createGroupTypeRepository } from './group-type-repository';
export type { NamedGroupType } from './group-type-history';
export type { GroupTypeFields, GroupTypeRepository } from './group-type-repository';
