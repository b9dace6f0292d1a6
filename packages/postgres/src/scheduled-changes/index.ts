export { createDueChanges, NotDueError } from './due-changes';
export type { DueChanges } from './due-changes';
export type { ScheduledChange, ScheduledChangeFields } from './scheduled-change';
export { createScheduledChangeRepository } from './scheduled-change-repository';
export type { ScheduledChangeRepository } from './scheduled-change-repository';
