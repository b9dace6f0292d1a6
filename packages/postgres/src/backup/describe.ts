import type { ClientBase } from 'pg';
import type { LedgerRow } from '../migrations/plan-migrations';
import type { PostgresDescription } from './description';
import { LEDGER_TABLE } from './description';

const TABLES = `
  SELECT c.relname AS name,
    array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columns
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
    AND a.attnum > 0 AND NOT a.attisdropped
  GROUP BY c.oid, c.relname ORDER BY c.relname`;

const SEQUENCES = `
  SELECT sequencename AS name, last_value::text AS "lastValue"
  FROM pg_sequences WHERE schemaname = 'public' ORDER BY sequencename`;

/** The names of all tables, for a lock. */
export async function tableNames(client: ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(TABLES);
  return rows.map(({ name }) => name);
}

/** Describes tables, sequences and the schema in the snapshot of the client's transaction. */
export async function describe(client: ClientBase): Promise<PostgresDescription> {
  const version = await client.query<{ server_version: string }>('SHOW server_version');
  const ledger = await client.query<LedgerRow>(
    `SELECT id, name, checksum, finished_at FROM ${LEDGER_TABLE} ORDER BY id`,
  );
  const tables = await client.query<{ name: string; columns: string[] }>(TABLES);
  const sequences = await client.query<{ name: string; lastValue: string | null }>(SEQUENCES);
  return {
    serverVersion: version.rows[0]?.server_version ?? '',
    ledger: ledger.rows,
    tables: tables.rows.filter(({ name }) => name !== LEDGER_TABLE),
    sequences: sequences.rows,
  };
}
