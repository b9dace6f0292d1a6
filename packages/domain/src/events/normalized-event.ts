import type { LoggedEventV1 } from '@tidemark/contracts';
import type { GroupIdentify, GroupMembership } from '../groups/event-groups';
import type { PropertyUpdate } from '../persons/property-update';
import type { Properties } from '../properties';
import type { EventWarning } from '../warnings/event-warning';

/** An accepted event after all rules that need no store. */
export interface NormalizedEvent {
  readonly entry: LoggedEventV1;
  /** The name, cut to 200 UTF-16 units. */
  readonly event: string;
  readonly distinctId: string;
  readonly timestamp: Date;
  readonly personless: boolean;
  /**
   * The properties as they are stored, except `$group_0`…`$group_4`, which need the project's group types, and
   * `personChanges`.
   */
  readonly properties: Properties;
  /** `$set` and `$set_once` as they are stored; undefined if there are none. */
  readonly personChanges: { readonly $set?: unknown; readonly $set_once?: unknown };
  readonly elementsChain: string;
  readonly update: PropertyUpdate;
  readonly mergeSource: string | null;
  readonly groups: readonly GroupMembership[];
  /** The group that a `$groupidentify` writes. */
  readonly groupIdentify: GroupIdentify | null;
}

export type Normalization =
  | {
      readonly kind: 'event';
      readonly event: NormalizedEvent;
      readonly warnings: readonly EventWarning[];
    }
  /** The event is not stored. `warning` is null if the project gets no warning. */
  | { readonly kind: 'dropped'; readonly warning: EventWarning | null };
