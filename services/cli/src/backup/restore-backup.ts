import { createReadStream } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { checkLedger } from '@tidemark/clickhouse';
import { createLogger, plainMessage } from '@tidemark/platform';
import { migrationsOf, restoreTables, startEmbeddedPostgres } from '@tidemark/postgres';
import { RESTORED_FILE, RESTORED_MANIFEST, SNAPSHOT_FILE } from '@tidemark/redis';
import { z } from 'zod';
import { CommandError, EXIT } from '../exit-codes';
import { checkChecksums } from './checksums';
import { placeCopy } from './copy-clickhouse';
import { PRIVATE } from './files';
import type { Manifest } from './manifest';
import { MANIFEST } from './manifest';
import { rowsFile, SECRETS_FILE } from './take-backup';

/**
 * The restored data is assembled in this folder of DATA_DIR and moved up when it is complete. The product does not
 * start while the folder exists.
 */
const UNFINISHED = 'restoring';

/**
 * Checks that a backup is complete and that this build can read it.
 * @throws CommandError that describes the problem
 */
export async function checkBackup(folder: string, manifest: Manifest): Promise<void> {
  try {
    migrationsOf(manifest.postgres.ledger);
    checkLedger(manifest.clickhouse.ledger);
  } catch (error) {
    const reason = plainMessage(error);
    throw new CommandError(
      `the backup was created by another version: ${reason}. Restore it with that version, or a newer one`,
      EXIT.failed,
    );
  }
  await checkChecksums(folder, manifest.checksums, [MANIFEST]);
}

/**
 * Creates a data directory from a checked backup. After a failure, Tidemark does not start with the directory.
 *
 * @param dataDir an empty or missing folder.
 * @param searchPath folders of programs, as in PATH, for Postgres.
 * @throws Error with one line.
 */
export async function restoreBackup(
  folder: string,
  manifest: Manifest,
  dataDir: string,
  searchPath: string,
): Promise<void> {
  const work = join(dataDir, UNFINISHED);
  await mkdir(dataDir, { recursive: true });
  await mkdir(work, { mode: PRIVATE.folder });
  await cp(join(folder, SECRETS_FILE), join(work, SECRETS_FILE));
  const { database_uuid: databaseUuid } = manifest.clickhouse;
  await placeCopy(join(folder, 'clickhouse'), join(work, 'clickhouse'), databaseUuid);
  await mkdir(join(work, 'redis', 'appendonlydir'), { recursive: true, mode: PRIVATE.folder });
  await cp(join(folder, SNAPSHOT_FILE), join(work, RESTORED_FILE));
  await writeFile(join(work, RESTORED_MANIFEST.path), RESTORED_MANIFEST.text);
  await restorePostgres(folder, manifest, work, searchPath);
  for (const entry of await readdir(work)) await rename(join(work, entry), join(dataDir, entry));
  await rm(work, { recursive: true });
}

async function restorePostgres(
  folder: string,
  manifest: Manifest,
  work: string,
  searchPath: string,
): Promise<void> {
  const logger = createLogger('tidemark', 'silent');
  const secrets = z
    .object({ postgresPassword: z.string() })
    .parse(JSON.parse(await readFile(join(work, SECRETS_FILE), 'utf8')));
  const server = await startEmbeddedPostgres({
    dataDir: work,
    password: secrets.postgresPassword,
    logger,
    searchPath,
  });
  try {
    const { tables } = manifest.postgres;
    const rows = await restoreTables(
      server.url,
      manifest.postgres,
      (table) => createReadStream(join(folder, rowsFile(table))).pipe(createGunzip()),
      logger,
    );
    const wrong = tables.find((table) => rows[table.name] !== table.rows);
    if (wrong !== undefined) {
      throw new Error(`${wrong.name} has ${rows[wrong.name]} rows instead of ${wrong.rows}`);
    }
  } finally {
    await server.stop();
  }
}
