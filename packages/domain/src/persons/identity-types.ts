import type { StoredFirstTouch } from '@tidemark/contracts';
import type { Properties } from '../properties';
import type { EventOrder } from './event-order';
import type { PropertyUpdate } from './property-update';

/** The fields of an event that identity needs, in the order of the log. */
export interface IdentityInput {
  readonly projectId: number;
  readonly uuid: string;
  readonly event: string;
  readonly distinctId: string;
  readonly timestamp: Date;
  /** The position among all events; by default the time. */
  readonly order?: EventOrder;
  /** The sender asked for no person (`$process_person_profile: false`). */
  readonly personless: boolean;
  readonly update: PropertyUpdate;
  /** The other id of `$identify`, `$create_alias` or `$merge_dangerously`; null on other events. */
  readonly mergeSource: string | null;
}

/** A distinct id that belongs to a person. */
export interface DistinctIdRow {
  readonly projectId: number;
  readonly distinctId: string;
  readonly personId: string;
  /** 0 = no event was ever stored under another person id; more = readers need the override. */
  readonly version: number;
}

export interface PersonRow {
  readonly projectId: number;
  readonly id: string;
  readonly properties: Properties;
  readonly isIdentified: boolean;
  readonly version: number;
  readonly createdAt: Date;
  /** Which events its `$set_once` values come from; absent or null when that was never kept. */
  readonly firstTouch?: StoredFirstTouch | null;
}

/** The stored state of every distinct id that a batch names. */
export interface LoadedIdentity {
  readonly distinctIds: readonly DistinctIdRow[];
  readonly persons: readonly PersonRow[];
  /** Ids without a person under which events were stored. */
  readonly personless: readonly {
    readonly projectId: number;
    readonly distinctId: string;
    /** Under which the id lost its person, when that was deleted; 0 or absent when it never had one. */
    readonly version?: number;
  }[];
  /** Versions of persons that were deleted or merged away, by the uuid a new one would get again. */
  readonly tombstones: readonly {
    readonly projectId: number;
    readonly id: string;
    readonly version: number;
  }[];
}

export type PersonMode = 'full' | 'propertyless' | 'force_upgrade';

/** The person fields of an event's row, as of this event. */
export interface IdentityOutcome {
  readonly personId: string;
  readonly personCreatedAt: Date;
  readonly personProperties: Properties;
  readonly personMode: PersonMode;
}

export interface DeletedPerson {
  readonly projectId: number;
  readonly id: string;
  /** The version it was read with. */
  readonly loadedVersion: number;
  /** Version of the tombstone that hides it. */
  readonly version: number;
  /** Its distinct ids move here. */
  readonly into: string;
}

/** All that a batch changes, each row once. */
export interface IdentityChanges {
  readonly created: readonly PersonRow[];
  readonly updated: readonly (PersonRow & { readonly loadedVersion: number })[];
  readonly deleted: readonly DeletedPerson[];
  /** Ids that had no person before. */
  readonly attached: readonly DistinctIdRow[];
  /** Stored persons that got a new id and do not otherwise change: must still exist. */
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
  /** The event that asked for what was rejected. */
  readonly eventUuid: string;
  readonly details: Readonly<Record<string, string | number>>;
}

export interface ResolvedIdentity {
  /** One per event, in the same order. */
  readonly outcomes: readonly IdentityOutcome[];
  readonly changes: IdentityChanges;
  readonly warnings: readonly IdentityWarning[];
}
