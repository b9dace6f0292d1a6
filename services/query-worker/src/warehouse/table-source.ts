import type { SealedBox } from '@tidemark/platform';
import type { WarehouseLoads, WarehouseTable } from '@tidemark/postgres';
import { FILE_PIECE_BYTES } from '@tidemark/postgres';
import type { Source, SourcePolicy } from '@tidemark/warehouse';
import {
  openCredential,
  openSource,
  openUploaded,
  WarehouseSourceError,
} from '@tidemark/warehouse';

export interface TableSourceDeps {
  readonly loads: Pick<WarehouseLoads, 'fileSize' | 'readFilePiece'>;
  readonly policy: SourcePolicy;
  /** Null = the operator set no key. */
  readonly secrets: SealedBox | null;
}

/** @throws WarehouseSourceError */
export async function openTableSource(
  { loads, policy, secrets }: TableSourceDeps,
  table: WarehouseTable,
  signal: AbortSignal,
): Promise<Source> {
  if (table.source !== 'upload') {
    return openSource(
      {
        projectId: table.projectId,
        urlPattern: table.urlPattern,
        credential: openCredential(secrets, table.id, table.secrets),
        region: regionOf(table),
      },
      policy,
      signal,
    );
  }
  const { fileId } = table;
  if (fileId === null)
    throw new WarehouseSourceError('The uploaded file is gone. Upload it again.');
  return openUploaded({
    pieceBytes: FILE_PIECE_BYTES,
    size: () => loads.fileSize(fileId),
    readPiece: (piece) => loads.readFilePiece(fileId, piece),
  });
}

export function formatOptions({ options }: WarehouseTable): { readonly csvQuotes: boolean } {
  return { csvQuotes: options['csv_allow_double_quotes'] !== false };
}

function regionOf({ options }: WarehouseTable): string | undefined {
  const { region } = options;
  return typeof region === 'string' && region !== '' ? region : undefined;
}
