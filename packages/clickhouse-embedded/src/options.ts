/** A second user, who only reads, and of each of these tables only the rows of the project that a request names. */
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
  /** Directory that holds all data; made if missing. One process at a time may use it. */
  dataDir: string;
  /** Address to listen on; 127.0.0.1 by default. */
  host?: string;
  /** Port to listen on; 0 (the default) picks a free one. */
  port?: number;
  /** Password of the user `default`, who may do anything. Empty or left out: no password is asked for. */
  password?: string;
  /** Left out: there is no second user. */
  tenant?: TenantAccess;
  /** Upper bound of the engine's memory in bytes; 40 % of the machine (or container) by default. */
  memoryLimitBytes?: number;
  /** Statements that return rows and may run at once; 6 by default. */
  readSlots?: number;
  /** Inserts and DDL that may run at once; 4 by default. */
  writeSlots?: number;
}

/** What the server process prints, as one JSON line on its standard output, once it responds. */
export interface ListeningLine {
  listening: { port: number };
}
