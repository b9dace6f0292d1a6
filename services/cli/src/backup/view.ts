import type { Manifest } from './manifest';
import type { BackupReport } from './take-backup';

/** The JSON summary of a backup that both commands print. */
function summaryOf(manifest: Manifest) {
  const rows = (tables: readonly { readonly name: string; readonly rows: number }[]) =>
    Object.fromEntries(tables.map((table) => [table.name, table.rows]));
  return {
    taken_at: manifest.taken_at,
    product_version: manifest.product_version,
    files: manifest.files,
    bytes: manifest.bytes,
    log_events: manifest.redis.log_events,
    rows: {
      postgres: rows(manifest.postgres.tables),
      clickhouse: rows(manifest.clickhouse.tables),
    },
  };
}

export function backupReport(directory: string, report: BackupReport, seconds: number) {
  const { manifest, writesHeldMs } = report;
  return { directory, seconds, writes_held_ms: writesHeldMs, ...summaryOf(manifest) };
}

export function backupText(directory: string, report: BackupReport, seconds: number): string {
  const { manifest, writesHeldMs } = report;
  return [
    `Backed up to ${directory}: ${described(manifest)}`,
    `It took ${seconds.toFixed(1)} s; writes to Postgres waited for ${writesHeldMs} ms, capture did not.`,
    'It contains all data and all secrets: store it where only you can read it.',
  ].join('\n');
}

/** @param dataDir null if the backup was only checked. */
export function restoreReport(directory: string, dataDir: string | null, manifest: Manifest) {
  return { directory, data_dir: dataDir, ...summaryOf(manifest) };
}

export function restoreText(directory: string, dataDir: string | null, manifest: Manifest): string {
  const what = described(manifest);
  return dataDir === null
    ? `${directory} is complete and can be restored: ${what}`
    : `Restored into ${dataDir}: ${what}\nStart Tidemark with DATA_DIR=${dataDir} npm start.`;
}

function described({ taken_at, files, bytes, clickhouse, redis }: Manifest): string {
  const events = clickhouse.tables.find(({ name }) => name === 'events')?.rows ?? 0;
  const megabytes = (bytes / 1024 ** 2).toFixed(1);
  return `as of ${taken_at}, ${files} files, ${megabytes} MB, ${events} rows of events and ${redis.log_events} events in the ingest log.`;
}
