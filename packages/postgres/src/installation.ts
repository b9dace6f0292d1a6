import type { InstallationRecord, InstallationRegister } from '@tidemark/platform';
import { sql } from 'kysely';
import type { Database } from './database';

const UNDEFINED_TABLE = '42P01';

/** Reads and writes the record of the installation, in a table that a migration creates. */
export function createInstallationRegister({ db }: Database): InstallationRegister {
  return {
    async read() {
      try {
        const { rows } = await sql<InstallationRecord>`
          SELECT id::text, marked FROM installation`.execute(db);
        return rows[0] ?? null;
      } catch (error) {
        if ((error as { code?: unknown }).code === UNDEFINED_TABLE) return null;
        throw error;
      }
    },
    async adopt(id) {
      await sql`UPDATE installation SET id = ${id}::uuid, marked = '{}'`.execute(db);
    },
    async noteMarked(store) {
      await sql`
        UPDATE installation SET marked = array_append(marked, ${store}::text)
        WHERE NOT ${store}::text = ANY (marked)`.execute(db);
    },
  };
}
