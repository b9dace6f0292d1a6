import type { LoggedEventV1 } from '@tidemark/contracts';
import type { GroupIdentify, GroupMembership } from '../groups/event-groups';
import type { PropertyUpdate } from '../persons/property-update';
import type { Properties } from '../properties';
import type { EventWarning } from '../warnings/event-warning';

/** An accepted event after every rule that needs no store. */
export interface NormalizedEvent {
  readonly entry: LoggedEventV1;
  /** Cut to 200 UTF-16 units. */
  readonly event: string;
  readonly distinctId: string;
  readonly timestamp: Date;
  readonly personless: boolean;
  /**
   * As they will be stored, but for `$group_0`…`$group_4`, which need the project's group types, and
   * for `personChanges`.
   */
  readonly properties: Properties;
  /** `$set` and `$set_once` as the stored properties show them; undefined when there is none. */
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
  /** The rule stores no row. Null: there is no warning either. */
  | { readonly kind: 'dropped'; readonly warning: EventWarning | null };
