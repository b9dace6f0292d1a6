import type { ClickHouse, ExportSelection } from '@tidemark/clickhouse';
import { EXPORT_SETTINGS } from '@tidemark/clickhouse';
import type { ExportDestination } from '@tidemark/contracts';
import type { ClaimedRun, ExportPart, WrittenPart } from '@tidemark/postgres';
import type { ExportTarget } from '../destinations/target';
import type { RunFiles } from '../files/file-names';
import { partName } from '../files/file-names';
import { packFile } from '../files/pack';
import { modelReaders } from './model';

/** Everything the parts of one run have in common. */
export interface PartContext {
  readonly claim: ClaimedRun;
  readonly destination: ExportDestination;
  readonly selection: ExportSelection;
  readonly files: RunFiles;
  readonly target: ExportTarget;
  readonly escapeFormulas: boolean;
  readonly signal: AbortSignal;
}

/** Reads the rows of a part and writes its file as a stream, without buffering it in memory. */
export async function writePart(
  clickhouse: ClickHouse,
  context: PartContext,
  part: ExportPart,
): Promise<WrittenPart> {
  const { claim, destination, selection, target, signal } = context;
  const { file_format: format, compression } = destination.config;
  const source = await clickhouse.stream({
    ...modelReaders[claim.batchExport.model].rows(selection, part.slice, {
      format,
      escapeFormulas: context.escapeFormulas,
    }),
    queryId: `export-${claim.run.id}-${part.number}-${claim.lease}`,
    settings: {
      ...EXPORT_SETTINGS,
      ...(format === 'Parquet' && {
        output_format_parquet_compression_method: compression ?? 'none',
      }),
    },
    signal,
  });
  const file = packFile(source, format, compression);
  const name = partName(context.files, part.number, format, compression);
  await target.write(name, file.body, signal);
  return { name: target.pathOf(name), ...file.measure() };
}
