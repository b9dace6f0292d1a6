import type { ChannelRule } from '../catalogue/channels/channel-rules';
import type { PersonsOnEventsMode } from '../catalogue/persons/person-id';
import type { ActionsByKey } from '../features/actions/matches-action';
import type { CohortEntry } from '../catalogue/cohort-people';
import type { GroupTypeName } from '../catalogue/events';
import type { WarehouseEntry } from '../catalogue/warehouse-tables';
import type { ProjectContext } from '../lower/scope/project-context';

export interface QueryModifiers {
  readonly personsOnEventsMode?: PersonsOnEventsMode | undefined;
  /** `inner` leaves events without a stored person out where the statement joins persons; `left` unless said. */
  readonly personsJoinMode?: 'inner' | 'left' | undefined;
  /** Seconds after which a session with a single page is no bounce; 10 unless said. */
  readonly bounceRateDurationSeconds?: number | undefined;
  /** Channels of the project's own, tried in order before the default ones. */
  readonly customChannelTypeRules?: readonly ChannelRule[] | undefined;
  /** False leaves DateTimes in UTC. */
  readonly convertToProjectTimezone?: boolean | undefined;
}

/** Everything about the project a statement may depend on. */
export interface CompileContext extends ProjectContext {
  /** Events that were stored later are not seen: all pages of a result see the same events. */
  readonly storedUntil?: Date | undefined;
  /** Events that were stored earlier are not seen: what came in lately. */
  readonly storedAfter?: Date | undefined;
  readonly modifiers?: QueryModifiers | undefined;
  /** The actions that `referencedActions` named. */
  readonly actions: ActionsByKey;
  /** The project's live cohorts, for a statement that `referencesCohorts`. */
  readonly cohorts?: readonly CohortEntry[] | undefined;
  /** The names of the project's group types: other names for `group_0` … `group_4` of events. */
  readonly groupTypes?: readonly GroupTypeName[] | undefined;
  /** The project's tables that `referencedWarehouseTables` named. */
  readonly warehouseTables?: readonly WarehouseEntry[] | undefined;
  /** Values of `{name}` placeholders. */
  readonly values?: Readonly<Record<string, unknown>> | undefined;
  /**
   * Whether every stored value of a property of events, or of the person on them, is a text: it is read alone then.
   * Absent: of none is it known.
   */
  readonly isTextProperty?: ((bag: 'event' | 'person', name: string) => boolean) | undefined;
  /** Rows when the statement has no LIMIT. */
  readonly defaultLimit: number;
  /** The most rows a statement can ask for. */
  readonly maxRows: number;
}
