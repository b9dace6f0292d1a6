export { createDeletionProgress } from './deletion-progress';
export type {
  ClaimedDeletion,
  DeletionProgress,
  DeletionStep,
  StepOutcome,
} from './deletion-progress';
export type { EventDeletion } from './event-deletion';
export { createEventDeletionRepository, DRAFT_MS } from './event-deletion-repository';
export type { EventDeletionRepository } from './event-deletion-repository';
