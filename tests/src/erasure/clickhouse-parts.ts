import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ClickHouse } from '@tidemark/clickhouse';
import { clickHouseTables } from './store-contents';

/** Entries in the folder of a table that are not parts. They are plain text, which the search of files reads. */
const NO_PARTS = /^(?:format_version\.txt|mutation_\d+\.txt|deduplication_logs|detached)$/;

/**
 * Makes the engine remove replaced parts after one second, instead of its default 30 to 300 seconds. Call it soon after
 * the start, because the first removal is already scheduled with the default.
 */
export async function cleanPartsAtOnce(clickhouse: ClickHouse): Promise<void> {
  for (const table of await clickHouseTables(clickhouse)) {
    await clickhouse.command(
      `ALTER TABLE ${table} MODIFY SETTING old_parts_lifetime = 1, cleanup_delay_period = 1,
        cleanup_delay_period_random_add = 0, max_cleanup_delay_period = 1`,
    );
  }
}

/** Folders and files of tables that no query reads: parts that were replaced, detached or are being removed. */
export async function unknownPartFolders(
  clickhouse: ClickHouse,
  dataDir: string,
): Promise<string[]> {
  const { rows } = await clickhouse.query<[string]>({
    name: 'active_parts',
    sql: `SELECT path FROM system.parts WHERE active`,
  });
  const active = new Set(rows.map(([path]) => basename(path)));
  const { rows: tables } = await clickhouse.query<[string]>({
    name: 'table_folders',
    sql: `SELECT DISTINCT arrayJoin(data_paths) FROM system.tables WHERE database = currentDatabase()`,
  });
  const unknown: string[] = [];
  for (const [path] of tables) {
    const folder = path.startsWith('/') ? path : join(dataDir, path);
    for (const entry of await readdir(folder)) {
      if (!active.has(entry) && !NO_PARTS.test(entry)) unknown.push(join(folder, entry));
    }
    for (const entry of await readdir(join(folder, 'detached'))) {
      unknown.push(join(folder, 'detached', entry));
    }
  }
  return unknown;
}
