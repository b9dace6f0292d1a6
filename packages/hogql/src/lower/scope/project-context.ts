import type { TableJoin } from '../../catalogue/joins';
import type { SystemRow, SystemTableName } from '../../catalogue/system/tables';
import type { PropertyOwner, PropertyType } from '../../types/property-type';

/** The data of the project that lowering needs. */
export interface ProjectContext {
  readonly projectId: number;
  /** IANA name. */
  readonly timezone: string;
  /** 0 = Sunday, 1 = Monday. */
  readonly weekStartDay: 0 | 1;
  /** The value of `now()` and `today()`. */
  readonly now: Date;
  /** The project's rows of the tables that `referencedSystemTables` returned. */
  readonly systemRows?: ReadonlyMap<SystemTableName, readonly SystemRow[]> | undefined;
  /** The project's joins that `referencedJoinNames` returned, and the joins that these lead to. */
  readonly joins?: readonly TableJoin[] | undefined;
  /** The declared type of a property; undefined means text. */
  readonly propertyTypes?:
    ((owner: PropertyOwner, key: string) => PropertyType | undefined) | undefined;
}
