export {
  countNotedEvents,
  deleteEvents,
  forgetNotedEvents,
  listNotedEvents,
  listNotedSessions,
  noteDeletedEvents,
} from './deleted-events';
export type { Deletion, FoundEvent } from './deleted-events';
export { repairSessions } from './repair-sessions';
