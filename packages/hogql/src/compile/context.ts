import type { ChannelRule } from '../catalogue/sessions/channel-rules';
import type { PersonsOnEventsMode } from '../catalogue/person-id';
import type { ActionDefinition } from '../actions/definition';
import type { SystemRow, SystemTableName } from '../catalogue/system/tables';
import type { CohortEntry } from '../cohorts/cohort-entry';
import type { PropertyOwner } from '../catalogue/definitions';
import type { GroupTypeName } from '../catalogue/events';
import type { TableJoin } from '../joins/table-join';
import type { WarehouseEntry } from '../warehouse/warehouse-entry';

export type PropertyType = 'String' | 'Numeric' | 'Boolean' | 'DateTime';

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
export interface CompileContext {
  readonly projectId: number;
  /** IANA name. */
  readonly timezone: string;
  /** 0 = Sunday, 1 = Monday. */
  readonly weekStartDay: 0 | 1;
  /** What `now()` and `today()` say. */
  readonly now: Date;
  /** Events that were stored later are not seen: pages of one result are of one moment. */
  readonly storedUntil?: Date | undefined;
  readonly modifiers?: QueryModifiers | undefined;
  /** The actions that `referencedActions` named, by the id or name used; `ambiguous` when several share a name. */
  readonly actions: ReadonlyMap<number | string, ActionDefinition | 'ambiguous'>;
  /** The project's live cohorts, for a statement that `referencesCohorts`. */
  readonly cohorts?: readonly CohortEntry[] | undefined;
  /** The names of the project's group types: other names for `group_0` … `group_4` of events. */
  readonly groupTypes?: readonly GroupTypeName[] | undefined;
  /** The project's rows of the tables that `referencedSystemTables` named. */
  readonly systemRows?: ReadonlyMap<SystemTableName, readonly SystemRow[]> | undefined;
  /** The project's tables that `referencedWarehouseTables` named. */
  readonly warehouseTables?: readonly WarehouseEntry[] | undefined;
  /** The project's joins that `referencedJoinNames` named, and those behind them. */
  readonly joins?: readonly TableJoin[] | undefined;
  /** Values of `{name}` placeholders. */
  readonly values?: Readonly<Record<string, unknown>> | undefined;
  /** The declared type of a property; undefined means text. */
  readonly propertyTypes?:
    ((owner: PropertyOwner, key: string) => PropertyType | undefined) | undefined;
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
