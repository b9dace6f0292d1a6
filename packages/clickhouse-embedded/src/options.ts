/** How an embedded ClickHouse is started. */
export interface EmbeddedClickHouseOptions {
  /** Directory that holds all data; made if missing. One process at a time may use it. */
  dataDir: string;
  /** Address to listen on; 127.0.0.1 unless told. */
  host?: string;
  /** Port to listen on; 0 (the default) picks a free one. */
  port?: number;
  /** Password of the one user, `default`. Empty or left out: no password is asked for. */
  password?: string;
  /** Upper bound of the engine's memory in bytes; 40 % of the machine (or container) unless told. */
  memoryLimitBytes?: number;
  /** Statements that return rows and may run at once; 6 unless told. */
  readSlots?: number;
  /** Inserts and DDL that may run at once; 4 unless told. */
  writeSlots?: number;
}

/** What the server process prints, as one JSON line on its standard output, once it answers. */
export interface ListeningLine {
  listening: { port: number };
}
