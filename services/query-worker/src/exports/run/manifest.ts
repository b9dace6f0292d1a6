import type { ClaimedRun, WrittenPart } from '@tidemark/postgres';
import type { ExportDestination } from '@tidemark/contracts';

/** The manifest is written last, so if it exists, every file that it names exists and is complete. */
export function manifestText(
  { run, batchExport }: ClaimedRun,
  { config }: ExportDestination,
  parts: readonly WrittenPart[],
): string {
  const sum = (of: (part: WrittenPart) => number): number =>
    parts.reduce((total, part) => total + of(part), 0);
  const manifest = {
    files: parts.map(({ name }) => name),
    parts,
    records: sum(({ records }) => records),
    bytes: sum(({ bytes }) => bytes),
    model: batchExport.model,
    file_format: config.file_format,
    compression: config.compression,
    batch_export: run.batchExportId,
    run: run.id,
    backfill: run.backfillId,
    data_interval_start: run.dataIntervalStart?.toISOString() ?? null,
    data_interval_end: run.dataIntervalEnd.toISOString(),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
