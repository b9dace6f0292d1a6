import { createIsolatedDatabase } from '@tidemark/testing';
import { sql } from 'kysely';
import type { Database } from '../database';
import { migrate } from '../migrate';
import { OF_INGESTION } from './remove-project';

let database: Database;

beforeAll(async () => {
  database = await createIsolatedDatabase();
  await migrate(database);
});
afterAll(() => database.close());

/** Tables with a column `project_id` whose rows do not go with those of `projects` by themselves. */
async function tablesThatKeepRows(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT c.relname AS name
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relnamespace = current_schema()::regnamespace
      AND a.attname = 'project_id' AND NOT a.attisdropped
      AND NOT EXISTS (
        SELECT FROM pg_constraint k
        WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confdeltype = 'c'
          AND a.attnum = ANY (k.conkey)
      )
    ORDER BY c.relname`.execute(database);
  return rows.map(({ name }) => name);
}

it('removes the rows of every table that names a project without a reference to it', async () => {
  expect([...OF_INGESTION].sort()).toEqual(await tablesThatKeepRows());
});
