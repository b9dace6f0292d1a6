/** A second user, which can only read, and of these tables only the rows of the project that a request sets. */
export interface TenantAccess {
  user: string;
  password: string;
  /** Database of the tables. */
  database: string;
  /** Names of tables that have a column `team_id`; they need not exist yet. */
  tables: readonly string[];
}

/** How an embedded ClickHouse is started. */
export interface EmbeddedClickHouseOptions {
  /** The directory of all data; created if missing. Only one process at a time can use it. */
  dataDir: string;
  /** Address to listen on; 127.0.0.1 by default. */
  host?: string;
  /** Port to listen on; 0 (the default) picks a free one. */
  port?: number;
  /** The password of the user `default`, which has all permissions. If it is empty or absent, no password is required. */
  password?: string;
  /** Absent: there is no second user. */
  tenant?: TenantAccess;
  /** Upper bound of the engine's memory in bytes; 40 % of the machine (or container) by default. */
  memoryLimitBytes?: number;
  /** The maximum number of concurrent statements that return rows; 6 by default. */
  readSlots?: number;
  /** The maximum number of concurrent inserts and DDL statements; 4 by default. */
  writeSlots?: number;
}

/** The JSON line that the server process prints to its standard output when it responds. */
export interface ListeningLine {
  listening: { port: number };
}
