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

/** A distinct id without a person for which events may be stored. */
export interface PersonlessId extends DistinctIdKey {
  /** The version with which it lost its person, when that was deleted; 0 if it never had one. */
  readonly version: number;
}

export interface StoredPerson extends PersonKey {
  readonly properties: Properties;
  readonly isIdentified: boolean;
  readonly version: number;
  readonly createdAt: Date;
  /** Null if it was never stored. */
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
  /** Merged into the stored properties by key. */
  readonly properties: Properties;
  /** The creation time of the group; an earlier stored one is kept. */
  readonly createdAt: Date;
}

export interface StoredGroup extends GroupWrite {
  readonly version: number;
}

/** All ids that a batch of events contains, without duplicates. */
export interface IdentityRequest {
  readonly distinctIds: readonly (DistinctIdKey & {
    /** The uuid of a new person for this id. */
    readonly newPersonId: string;
  })[];
  /** The distinct ids that the batch may merge with another one. */
  readonly mergeIds: readonly DistinctIdKey[];
  /** The projects whose group types are needed. */
  readonly groupProjects: readonly number[];
}

export interface IdentityState {
  readonly distinctIds: readonly StoredDistinctId[];
  readonly persons: readonly StoredPerson[];
  /** Requested ids without a person for which personless events may be stored. */
  readonly personless: readonly PersonlessId[];
  /** The versions of deleted persons whose uuids new persons would get. */
  readonly tombstones: readonly PersonVersion[];
  readonly groupTypes: readonly StoredGroupType[];
}

export interface IdentityWrites {
  readonly created: readonly StoredPerson[];
  readonly updated: readonly (StoredPerson & { readonly loadedVersion: number })[];
  /** Merged persons, whose distinct ids move to `into`. `version` is that of the tombstone. */
  readonly deleted: readonly (PersonVersion & {
    readonly loadedVersion: number;
    readonly into: string;
  })[];
  readonly attached: readonly StoredDistinctId[];
  /** Persons that must not have changed since they were read, although they are not updated. */
  readonly attachedTo: readonly (PersonKey & { readonly loadedVersion: number })[];
  readonly personlessSeen: readonly DistinctIdKey[];
  readonly groupTypes: readonly (StoredGroupType & { readonly createdAt: Date })[];
  readonly groups: readonly GroupWrite[];
}

/** The rows that the commit wrote in addition to the caller's decisions. */
export interface IdentityCommit {
  /** All distinct ids that moved, including ids of merged persons that the batch does not contain. */
  readonly moved: readonly StoredDistinctId[];
  /** The groups after the commit, without those that would have become larger than any may be. */
  readonly groups: readonly StoredGroup[];
  /** The id to pass to `complete` when the rows are in ClickHouse; null if nothing changed. */
  readonly outboxId: number | null;
}
