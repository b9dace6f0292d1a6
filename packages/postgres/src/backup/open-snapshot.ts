import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { PostgresDescription, StoredTable } from './description';
import { columnList, quoted } from './description';
import { describe } from './describe';
import { holdWrites } from './hold-writes';

/** Postgres as it was at one point in time, until `close`. */
export interface PostgresSnapshot extends PostgresDescription {
  /** Writers wait from the time of the snapshot until this is called. Safe to call twice. */
  releaseWrites(): Promise<void>;
  /**
   * Writes a table's rows in COPY's text form and ends the sink.
   *
   * @returns how many rows.
   */
  copyTable(table: StoredTable, sink: Writable): Promise<number>;
  close(): Promise<void>;
}

/**
 * Takes a snapshot of all tables while no one writes, and keeps writers waiting until `releaseWrites`, so that
 * something else can be taken at the same time. Needs a superuser, as the embedded server's role is.
 *
 * @throws when writers left no gap within `patienceMs`, or the server does not respond.
 */
export async function openSnapshot(url: string, patienceMs: number): Promise<PostgresSnapshot> {
  const holder = new Client({ connectionString: url, application_name: 'tidemark backup' });
  const reader = new Client({ connectionString: url, application_name: 'tidemark backup' });
  // A connection that breaks fails its statement, whose caller gets the error.
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
