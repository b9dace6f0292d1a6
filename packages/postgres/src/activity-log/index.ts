export type {
  Activity,
  ActivityDetail,
  ActivityPlace,
  ActivityScope,
  FieldChange,
  NewActivity,
} from './activity';
export { createActivityReader } from './activity-reader';
export type { ActivityFilter, ActivityReader, ListedActivity, ReadPlace } from './activity-reader';
export type { Author, OrganizationAuthor, ProjectAuthor } from './history';
export { fieldChanges } from './field-changes';
export type { ResourceDatabase } from './unit-of-work';
