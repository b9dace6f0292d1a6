import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger, productVersion } from '@tidemark/platform';
import type { PostgresSnapshot, StoredTable } from '@tidemark/postgres';
import { SNAPSHOT_FILE, untilSaved } from '@tidemark/redis';
import { withRedis } from '../with-redis';
import { writeChecksums } from './checksums';
import { copyFrozen, removeFrozen } from './copy-clickhouse';
import { bytesOf, filesBelow, PRIVATE } from './files';
import type { Manifest } from './manifest';
import { FORMAT, writeManifest } from './manifest';
import { takePointInTime } from './point-in-time';
import type { EmbeddedStores } from './running-stores';

export interface BackupReport {
  readonly manifest: Manifest;
  /** The time that writers to Postgres waited; capture never waits. */
  readonly writesHeldMs: number;
}

/** The path of a table's rows in a backup. */
export function rowsFile({ name }: Pick<StoredTable, 'name'>): string {
  return join('postgres', `${name}.copy.gz`);
}

/** Below DATA_DIR and in a backup: keys and passwords that belong to the data. */
export const SECRETS_FILE = 'secrets.json';

/**
 * Backs up a running Tidemark into an empty folder. A failed backup leaves no files.
 * @param patienceMs the maximum time to wait for a gap between writes
 * @throws one line that names the failed store
 */
export async function takeBackup(
  stores: EmbeddedStores,
  dataDir: string,
  target: string,
  patienceMs: number,
): Promise<BackupReport> {
  await mkdir(target, { recursive: true, mode: PRIVATE.folder });
  try {
    return await takeInto(stores, dataDir, target, patienceMs);
  } catch (error) {
    await rm(target, { recursive: true, force: true });
    throw error;
  }
}

async function takeInto(
  stores: EmbeddedStores,
  dataDir: string,
  target: string,
  patienceMs: number,
): Promise<BackupReport> {
  const engineDir = join(dataDir, 'clickhouse');
  const freezeName = `backup_${randomBytes(6).toString('hex')}`;
  const logger = createLogger('tidemark', 'silent');
  const clickhouse = createClickHouse({ url: stores.clickhouse, logger });
  try {
    return await withRedis(stores.redis, async (redis) => {
      const timestamp = await takePointInTime(
        { postgresUrl: stores.postgres, redis, clickhouse },
        freezeName,
        patienceMs,
      );
      const tables = await copyTables(timestamp.postgres, target);
      const rows = await copyFrozen(
        engineDir,
        join(target, 'clickhouse'),
        freezeName,
        timestamp.clickhouse,
      );
      await untilSaved(redis);
      await cp(join(dataDir, SNAPSHOT_FILE), join(target, SNAPSHOT_FILE));
      await rm(join(dataDir, SNAPSHOT_FILE));
      await cp(join(dataDir, SECRETS_FILE), join(target, SECRETS_FILE));
      const files = await filesBelow(target);
      const manifest: Manifest = {
        format: FORMAT,
        product_version: productVersion(),
        taken_at: timestamp.takenAt.toISOString(),
        postgres: {
          server_version: timestamp.postgres.serverVersion,
          ledger: [...timestamp.postgres.ledger],
          tables,
          sequences: [...timestamp.postgres.sequences],
        },
        clickhouse: {
          engine_version: timestamp.clickhouse.engineVersion,
          database_uuid: timestamp.clickhouse.databaseUuid,
          ledger: [...timestamp.clickhouse.ledger],
          tables: timestamp.clickhouse.tables.map((table) => ({
            ...table,
            rows: rows.get(table.name) ?? 0,
          })),
        },
        redis: {
          server_version: timestamp.redis.serverVersion,
          log_events: timestamp.redis.logEvents,
        },
        files: files.length,
        bytes: await bytesOf(target, files),
        checksums: await writeChecksums(target),
      };
      await writeManifest(target, manifest);
      return { manifest, writesHeldMs: timestamp.writesHeldMs };
    });
  } finally {
    await clickhouse.close();
    await removeFrozen(engineDir, freezeName);
  }
}

async function copyTables(
  snapshot: PostgresSnapshot,
  target: string,
): Promise<Manifest['postgres']['tables']> {
  await mkdir(join(target, 'postgres'), { mode: PRIVATE.folder });
  const tables: Manifest['postgres']['tables'] = [];
  try {
    for (const table of snapshot.tables) {
      const text = new PassThrough();
      const file = createWriteStream(join(target, rowsFile(table)), { mode: PRIVATE.file });
      const [rows] = await Promise.all([
        snapshot.copyTable(table, text),
        pipeline(text, createGzip(), file),
      ]);
      tables.push({ name: table.name, columns: [...table.columns], rows });
    }
    return tables;
  } finally {
    await snapshot.close();
  }
}
