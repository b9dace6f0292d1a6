import { cp, mkdir, readFile, readdir, rm, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FrozenTables } from '@tidemark/clickhouse';
import { PRIVATE } from './files';

/** Returns the path of the engine's folder with a UUID. */
function folderOf(uuid: string): string {
  return join('store', uuid.slice(0, 3), uuid);
}

/** The files of a table's folder besides its parts: its format, and mutations that are not in every part yet. */
const TABLE_FILE = /^(format_version|mutation_\d+)\.txt$/;

/**
 * Copies frozen tables so that an engine can open the copy as its data directory.
 *
 * @param from the engine's directory.
 * @returns the number of rows by table.
 */
export async function copyFrozen(
  from: string,
  to: string,
  freezeName: string,
  { databaseUuid, tables }: FrozenTables,
): Promise<ReadonlyMap<string, number>> {
  await mkdir(join(to, 'metadata'), { recursive: true });
  await cp(join(from, 'metadata', 'default.sql'), join(to, 'metadata', 'default.sql'));
  await cp(join(from, folderOf(databaseUuid)), join(to, folderOf(databaseUuid)), {
    recursive: true,
  });
  const rows = new Map<string, number>();
  for (const { name, uuid } of tables) {
    const [live, frozen, copy] = [from, join(from, 'shadow', freezeName), to].map((root) =>
      join(root, folderOf(uuid)),
    ) as [string, string, string];
    await mkdir(copy, { recursive: true });
    for (const file of await readdir(live)) {
      if (TABLE_FILE.test(file)) await cp(join(live, file), join(copy, file));
    }
    if (existsSync(frozen)) await cp(frozen, copy, { recursive: true });
    rows.set(name, await rowsOf(copy));
  }
  return rows;
}

/**
 * Copies the files of a backup into an engine's data directory, and creates the symbolic link to the database, which a
 * backup does not contain.
 */
export async function placeCopy(from: string, to: string, databaseUuid: string): Promise<void> {
  await mkdir(to, { mode: PRIVATE.folder });
  await cp(from, to, { recursive: true });
  await symlink(join('..', folderOf(databaseUuid)), join(to, 'metadata', 'default'));
}

export async function removeFrozen(from: string, freezeName: string): Promise<void> {
  await rm(join(from, 'shadow', freezeName), { recursive: true, force: true });
}

/** Adds up the row counts that the parts contain. */
async function rowsOf(table: string): Promise<number> {
  let rows = 0;
  for (const entry of await readdir(table, { withFileTypes: true })) {
    const count = join(table, entry.name, 'count.txt');
    if (entry.isDirectory() && existsSync(count)) rows += Number(await readFile(count, 'utf8'));
  }
  return rows;
}
