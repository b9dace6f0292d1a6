import type { StoredFirstTouch } from '@tidemark/contracts';
import type { Properties } from '../properties';
import type { EventOrder } from './event-order';
import type { PropertyUpdate } from './property-update';

/** The fields of an event that identity needs. */
export interface IdentityInput {
  readonly projectId: number;
  readonly uuid: string;
  readonly event: string;
  readonly distinctId: string;
  readonly timestamp: Date;
  /** The order among all events; by default only the timestamp. */
  readonly order?: EventOrder;
  /** Whether the sender requested an event without a person (`$process_person_profile: false`). */
  readonly personless: boolean;
  readonly update: PropertyUpdate;
  /** The other distinct id of `$identify`, `$create_alias` or `$merge_dangerously`; null on other events. */
  readonly mergeSource: string | null;
}

/** A distinct id that belongs to a person. */
export interface DistinctIdRow {
  readonly projectId: number;
  readonly distinctId: string;
  readonly personId: string;
  /** 0: no event was stored with another person id; above 0: readers need the override. */
  readonly version: number;
}

export interface PersonRow {
  readonly projectId: number;
  readonly id: string;
  readonly properties: Properties;
  readonly isIdentified: boolean;
  readonly version: number;
  readonly createdAt: Date;
  /** The events that its `$set_once` values come from; absent or null if they are not known. */
  readonly firstTouch?: StoredFirstTouch | null;
}

/** The stored state of all distinct ids in a batch. */
export interface LoadedIdentity {
  readonly distinctIds: readonly DistinctIdRow[];
  readonly persons: readonly PersonRow[];
  /** Ids without a person for which events were stored. */
  readonly personless: readonly {
    readonly projectId: number;
    readonly distinctId: string;
    /** The version with which the id lost its deleted person; 0 or absent if it never had a person. */
    readonly version?: number;
  }[];
  /** Versions of deleted or merged persons; a new person may get the same uuid again. */
  readonly tombstones: readonly {
    readonly projectId: number;
    readonly id: string;
    readonly version: number;
  }[];
}

export type PersonMode = 'full' | 'propertyless' | 'force_upgrade';

/** The person columns of an event's row, at the time of the event. */
export interface IdentityOutcome {
  readonly personId: string;
  readonly personCreatedAt: Date;
  readonly personProperties: Properties;
  readonly personMode: PersonMode;
}

export interface DeletedPerson {
  readonly projectId: number;
  readonly id: string;
  /** The version of the person that was loaded. */
  readonly loadedVersion: number;
  /** The version of its tombstone row. */
  readonly version: number;
  /** The person that gets its distinct ids. */
  readonly into: string;
}

/** All changes of a batch; each row occurs once. */
export interface IdentityChanges {
  readonly created: readonly PersonRow[];
  readonly updated: readonly (PersonRow & { readonly loadedVersion: number })[];
  readonly deleted: readonly DeletedPerson[];
  /** Ids that had no person before. */
  readonly attached: readonly DistinctIdRow[];
  /** Stored persons that get a new id but do not change otherwise. The store must check that they still exist. */
  readonly attachedTo: readonly {
    readonly projectId: number;
    readonly id: string;
    readonly loadedVersion: number;
  }[];
  readonly personlessSeen: readonly { readonly projectId: number; readonly distinctId: string }[];
}

type IdentityWarningType =
  | 'cannot_merge_with_illegal_distinct_id'
  | 'cannot_merge_already_identified'
  | 'person_properties_size_violation';

export interface IdentityWarning {
  readonly projectId: number;
  readonly type: IdentityWarningType;
  /** The event whose request was rejected. */
  readonly eventUuid: string;
  readonly details: Readonly<Record<string, string | number>>;
}

export interface ResolvedIdentity {
  /** One per event, in the order of the events. */
  readonly outcomes: readonly IdentityOutcome[];
  readonly changes: IdentityChanges;
  readonly warnings: readonly IdentityWarning[];
}
