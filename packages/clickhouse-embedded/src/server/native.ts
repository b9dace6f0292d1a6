import { createRequire } from 'node:module';
import path from 'node:path';
import { libchdbPath } from 'chdb/libchdb';

declare const connection: unique symbol;
/** A native connection, which only the addon can use. */
export interface NativeConnection {
  readonly [connection]: true;
}

interface NativeResult {
  bytes: Uint8Array;
  elapsed: number;
}

export interface NativeWriteResult {
  rowsWritten: number;
  bytesWritten: number;
}

export interface NativeClassification {
  /** Statements in the text; 0 when it does not parse. */
  statementCount: number;
  /** 0 reads only · 1 writes data or schema · 3 session or server control, INTO OUTFILE · 4 unknown. */
  queryClass: number;
}

/**
 * The functions of chDB's native addon that this package uses. They are not public, so the version of chdb is exact.
 * chDB's public API runs parametrised queries one after the other and does not return the number of written rows.
 */
export interface NativeAddon {
  CreateConnection(dataDir: string, args?: string[]): NativeConnection;
  CloseConnection(connection: NativeConnection): void;
  QueryWithConnection(connection: NativeConnection, sql: string, format: string): string;
  QueryAsyncConnection(
    connection: NativeConnection,
    sql: string,
    format: string,
  ): Promise<NativeResult>;
  InsertRawAsyncConnection(
    connection: NativeConnection,
    sql: string,
    data: Buffer,
    countLines: boolean,
  ): Promise<NativeWriteResult>;
  DurableClassifyAsync(connection: NativeConnection, sql: string): Promise<NativeClassification>;
}

/** Loads the addon from the folder of the engine library. */
export function loadAddon(): NativeAddon {
  return createRequire(__filename)(path.dirname(libchdbPath())) as NativeAddon;
}
