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
