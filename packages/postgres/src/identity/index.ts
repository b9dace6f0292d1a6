export { createIdentityStore } from './identity-store';
export type { IdentityStore } from './identity-store';
export { IdentityRaceError, isRace } from './races';
export type { OutboxRows } from './outbox';
export type {
  DistinctIdKey,
  GroupWrite,
  IdentityCommit,
  IdentityRequest,
  IdentityState,
  IdentityWrites,
  StoredDistinctId,
  StoredGroup,
  StoredGroupType,
  StoredPerson,
} from './types';
export type { DeletionReach, PersonDeletion } from './delete-persons';
export { createPersonEditor } from './person-editor';
export type { PersonAuthor } from './person-history';
export type { PersonEditor } from './person-editor';
export { createPersonErasures } from './person-erasures';
export type { PersonErasure, PersonErasures } from './person-erasures';
export { createPersonRepairs } from './person-repairs';
export type { MendedPerson, PersonRepairs, RepairCandidate } from './person-repairs';
export type { SplitOutcome } from './split-person';
