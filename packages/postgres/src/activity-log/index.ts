export type {
  Activity,
  ActivityDetail,
  ActivityPlace,
  ActivityScope,
  FieldChange,
  NewActivity,
} from './activity';
export { createActivityReader } from './activity-reader';
export type { ActivityReader } from './activity-reader';
export type { Author, History, Told } from './change-activity';
export { fieldChanges } from './field-changes';
export { recordChange } from './record-change';
export type { Tell } from './record-change';
