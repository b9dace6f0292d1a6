import type { IngestEntry } from '@tidemark/contracts';
import type { GroupIdentify, GroupMembership } from '../groups/event-groups';
import type { PropertyUpdate } from '../persons/property-update';
import type { Properties } from '../properties';

/** An accepted event after every rule that needs no store. */
export interface NormalizedEvent {
  readonly entry: IngestEntry;
  /** Cut to 200 UTF-16 units. */
  readonly event: string;
  readonly distinctId: string;
  readonly timestamp: Date;
  readonly personless: boolean;
  /** As they will be stored, but for `$group_0`…`$group_4`, which need the project's group types. */
  readonly properties: Properties;
  readonly elementsChain: string;
  readonly update: PropertyUpdate;
  readonly mergeSource: string | null;
  readonly groups: readonly GroupMembership[];
  /** The group that a `$groupidentify` writes. */
  readonly groupIdentify: GroupIdentify | null;
}

export type EventWarningType =
  | 'invalid_process_person_profile'
  | 'invalid_event_when_process_person_profile_is_false'
  | 'invalid_group_set'
  | 'group_key_too_long'
  | 'invalid_event_session_id'
  | 'distinct_id_too_long';

export type Normalization =
  | {
      readonly kind: 'event';
      readonly event: NormalizedEvent;
      readonly warnings: readonly EventWarningType[];
    }
  /** By rule there is no row: the event has been dealt with. */
  | { readonly kind: 'dropped'; readonly reason: EventWarningType | 'not_an_event' };
