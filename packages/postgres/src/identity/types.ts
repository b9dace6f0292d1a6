import type { StoredFirstTouch } from '@tidemark/contracts';

type Properties = Readonly<Record<string, unknown>>;

export interface DistinctIdKey {
  readonly projectId: number;
  readonly distinctId: string;
}

export interface PersonKey {
  readonly projectId: number;
  /** uuid */
  readonly id: string;
}

export interface StoredDistinctId extends DistinctIdKey {
  readonly personId: string;
  readonly version: number;
}

/** An id without a person under which events may be stored all the same. */
export interface PersonlessId extends DistinctIdKey {
  /** Under which it lost its person, when that was deleted; 0 when it never had one. */
  readonly version: number;
}

export interface StoredPerson extends PersonKey {
  readonly properties: Properties;
  readonly isIdentified: boolean;
  readonly version: number;
  readonly createdAt: Date;
  /** Null when it was never kept. */
  readonly firstTouch?: StoredFirstTouch | null;
}

export interface PersonVersion extends PersonKey {
  readonly version: number;
}

export interface StoredGroupType {
  readonly projectId: number;
  readonly groupType: string;
  /** 0…4 */
  readonly groupTypeIndex: number;
}

export interface GroupWrite {
  readonly projectId: number;
  readonly groupTypeIndex: number;
  readonly groupKey: string;
  /** Laid over what is stored, key by key. */
  readonly properties: Properties;
  /** The creation time of the group, unless an earlier one is stored. */
  readonly createdAt: Date;
}

export interface StoredGroup extends GroupWrite {
  readonly version: number;
}

/** Everything a batch of events names. Each id once. */
export interface IdentityRequest {
  readonly distinctIds: readonly (DistinctIdKey & {
    /** The uuid a person made from this id would get. */
    readonly newPersonId: string;
  })[];
  /** The distinct ids that the batch may merge with another one. */
  readonly mergeIds: readonly DistinctIdKey[];
  /** Projects whose group types are needed. */
  readonly groupProjects: readonly number[];
}

export interface IdentityState {
  readonly distinctIds: readonly StoredDistinctId[];
  readonly persons: readonly StoredPerson[];
  /** Asked ids without a person under which events without a person may be stored. */
  readonly personless: readonly PersonlessId[];
  /** Versions of deleted persons, for the uuids that new persons would get. */
  readonly tombstones: readonly PersonVersion[];
  readonly groupTypes: readonly StoredGroupType[];
}

export interface IdentityWrites {
  readonly created: readonly StoredPerson[];
  readonly updated: readonly (StoredPerson & { readonly loadedVersion: number })[];
  /** Merged persons: their distinct ids move to `into`. `version` is the tombstone's. */
  readonly deleted: readonly (PersonVersion & {
    readonly loadedVersion: number;
    readonly into: string;
  })[];
  readonly attached: readonly StoredDistinctId[];
  /** Persons that must be as they were read, though they do not change. */
  readonly attachedTo: readonly (PersonKey & { readonly loadedVersion: number })[];
  readonly personlessSeen: readonly DistinctIdKey[];
  readonly groupTypes: readonly (StoredGroupType & { readonly createdAt: Date })[];
  readonly groups: readonly GroupWrite[];
}

/** The rows that the commit wrote in addition to the caller's decisions. */
export interface IdentityCommit {
  /** All distinct ids that moved, the merged persons' unnamed ones included. */
  readonly moved: readonly StoredDistinctId[];
  /** Groups as they are now. */
  readonly groups: readonly StoredGroup[];
  /** The id to pass to `complete` once ClickHouse has the rows; null if nothing changed. */
  readonly outboxId: number | null;
}
