export type { Activity, ActivityDetail, ActivityScope, FieldChange, NewActivity } from './activity';
export { createActivityReader } from './activity-reader';
export type { ActivityReader } from './activity-reader';
export { fieldChanges } from './field-changes';
