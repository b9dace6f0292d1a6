import { createIsolatedDatabase } from '@tidemark/testing';
import { sql } from 'kysely';
import type { Database } from '../database';
import { OF_INGESTION } from './remove-project';

let database: Database;

beforeAll(async () => {
  database = await createIsolatedDatabase();
});
afterAll(() => database.close());

/**
 * Tables with a column `project_id` whose rows are not deleted together with those of `projects` and `more`, because
 * no chain of foreign keys leads to these tables.
 */
async function tablesThatKeepRows(more: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    WITH RECURSIVE deleted (id) AS (
      SELECT c.oid FROM pg_class c
      WHERE c.relnamespace = current_schema()::regnamespace
        AND c.relname = ANY (${['projects', ...more]})
      UNION
      SELECT k.conrelid FROM pg_constraint k JOIN deleted ON k.confrelid = deleted.id
      WHERE k.contype = 'f' AND k.confdeltype = 'c'
    )
    SELECT c.relname AS name
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relnamespace = current_schema()::regnamespace
      AND a.attname = 'project_id' AND NOT a.attisdropped
      AND c.oid NOT IN (SELECT id FROM deleted)
    ORDER BY c.relname`.execute(database.db);
  return rows.map(({ name }) => name);
}

it('deletes the rows of every table with a project id', async () => {
  expect(await tablesThatKeepRows(OF_INGESTION)).toEqual([]);
});

it('lists only tables whose rows would be kept otherwise', async () => {
  expect(await tablesThatKeepRows([])).toEqual(expect.arrayContaining([...OF_INGESTION]));
});
