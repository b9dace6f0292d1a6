export { groupItemId } from './group-activity';
export { createGroupRepository } from './group-repository';
export type { GroupCursor, GroupRepository, ListedGroup } from './group-repository';
export { GROUP_TYPE_HISTORY } from './group-type-history';
export { createGroupTypeRepository } from './group-type-repository';
export type { GroupTypeFields, GroupTypeRepository, NamedGroupType } from './group-type-repository';
