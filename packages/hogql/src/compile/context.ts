import type { ChannelRule } from '../catalogue/channels/channel-rules';
import type { PersonsOnEventsMode } from '../catalogue/persons/person-id';
import type { ActionsByKey } from '../features/actions/matches-action';
import type { CohortEntry } from '../catalogue/cohort-people';
import type { GroupTypeName } from '../catalogue/events';
import type { WarehouseEntry } from '../catalogue/warehouse-tables';
import type { ProjectContext } from '../lower/scope/project-context';

export interface QueryModifiers {
  readonly personsOnEventsMode?: PersonsOnEventsMode | undefined;
  /** `inner` leaves out events without a stored person where the statement joins persons; `left` is the default. */
  readonly personsJoinMode?: 'inner' | 'left' | undefined;
  /** The number of seconds after which a session with a single page is not a bounce; 10 by default. */
  readonly bounceRateDurationSeconds?: number | undefined;
  /** Channels that the project defines, tried in order before the default ones. */
  readonly customChannelTypeRules?: readonly ChannelRule[] | undefined;
  /** False keeps DateTimes in UTC. */
  readonly convertToProjectTimezone?: boolean | undefined;
}

/** All data of the project that a statement may depend on. */
export interface CompileContext extends ProjectContext {
  /** Events that were stored later are not read: all pages of a result see the same events. */
  readonly storedUntil?: Date | undefined;
  /** Events that were stored earlier are not read, for results that cover only recent events. */
  readonly storedAfter?: Date | undefined;
  readonly modifiers?: QueryModifiers | undefined;
  /** The actions that `referencedActions` returned. */
  readonly actions: ActionsByKey;
  /** The project's live cohorts, for a statement that `referencesCohorts`. */
  readonly cohorts?: readonly CohortEntry[] | undefined;
  /** The names of the project's group types, which are synonyms for `group_0` … `group_4` of events. */
  readonly groupTypes?: readonly GroupTypeName[] | undefined;
  /** The project's tables that `referencedWarehouseTables` returned. */
  readonly warehouseTables?: readonly WarehouseEntry[] | undefined;
  /** Values of `{name}` placeholders. */
  readonly values?: Readonly<Record<string, unknown>> | undefined;
  /**
   * Whether every stored value of a property of events, or of the person on them, is text: only the text sub-column
   * is read then. Absent if this is unknown for all properties.
   */
  readonly isTextProperty?: ((bag: 'event' | 'person', name: string) => boolean) | undefined;
  /** The number of rows when the statement has no LIMIT. */
  readonly defaultLimit: number;
  /** The most rows that a statement can request. */
  readonly maxRows: number;
}
