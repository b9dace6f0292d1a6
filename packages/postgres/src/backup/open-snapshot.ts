import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { PostgresDescription, StoredTable } from './description';
import { columnList, quoted } from './description';
import { describe } from './describe';
import { holdWrites } from './hold-writes';

/** A snapshot of Postgres, which stays open until `close`. */
export interface PostgresSnapshot extends PostgresDescription {
  /** Writers are blocked from the snapshot until this is called. May be called twice. */
  releaseWrites(): Promise<void>;
  /**
   * Writes a table's rows in the text format of COPY and ends the sink.
   * @returns the number of rows
   */
  copyTable(table: StoredTable, sink: Writable): Promise<number>;
  close(): Promise<void>;
}

/**
 * Takes a snapshot of all tables and blocks writers until `releaseWrites`, so that other stores can be copied at the
 * same state. Needs a superuser, which the role of the embedded server is.
 * @throws if there was no pause between writes within `patienceMs`, or the server does not respond
 */
export async function openSnapshot(url: string, patienceMs: number): Promise<PostgresSnapshot> {
  const holder = new Client({ connectionString: url, application_name: 'tidemark backup' });
  const reader = new Client({ connectionString: url, application_name: 'tidemark backup' });
  // If a connection breaks, the running statement fails and its caller gets the error, so this event is ignored.
  for (const client of [holder, reader]) client.on('error', () => undefined);
  const close = async (): Promise<void> => {
    await Promise.all([holder.end(), reader.end()]);
  };
  try {
    await holder.connect();
    await reader.connect();
    await holdWrites(holder, patienceMs);
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const description = await describe(reader);
    let releasing: Promise<unknown> | null = null;
    return {
      ...description,
      releaseWrites: async () => {
        await (releasing ??= holder.query('ROLLBACK'));
      },
      copyTable: async (table, sink) => {
        const source = reader.query(
          copyTo(`COPY ${quoted(table.name)} (${columnList(table)}) TO STDOUT`),
        );
        await pipeline(source, sink);
        return source.rowCount;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
