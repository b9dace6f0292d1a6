import type { WarehouseSource } from '@tidemark/contracts';
import type { SealedBox } from '@tidemark/platform';
import { openCredential } from '../credential';
import { WarehouseSourceError } from '../errors';
import type { SourcePolicy } from './open-source';
import { openSource } from './open-source';
import type { Source } from './source';
import { openUploaded } from './uploaded';

/** The data of a stored table that locates its files. */
export interface TableReference {
  readonly id: string;
  readonly projectId: number;
  readonly source: WarehouseSource;
  readonly urlPattern: string;
  /** The encrypted credential. */
  readonly secrets: string | null;
  readonly fileId: string | null;
  readonly options: Readonly<Record<string, unknown>>;
}

export interface TableSourceDeps {
  readonly policy: SourcePolicy;
  /** Null: the operator has configured no key. */
  readonly secrets: SealedBox | null;
  /** Uploaded files, in pieces of the same size. */
  readonly files: {
    readonly pieceBytes: number;
    size(fileId: string): Promise<number>;
    readPiece(fileId: string, piece: number): Promise<Buffer | null>;
  };
}

/** @throws WarehouseSourceError */
export async function openTableSource(
  { policy, secrets, files }: TableSourceDeps,
  table: TableReference,
  signal: AbortSignal,
): Promise<Source> {
  if (table.source !== 'upload') {
    return openSource(
      {
        projectId: table.projectId,
        urlPattern: table.urlPattern,
        credential: openCredential(secrets, table.id, table.secrets),
        region: regionOf(table.options),
      },
      policy,
      signal,
    );
  }
  const { fileId } = table;
  if (fileId === null) {
    throw new WarehouseSourceError('The uploaded file no longer exists. Upload it again.');
  }
  return openUploaded({
    pieceBytes: files.pieceBytes,
    size: () => files.size(fileId),
    readPiece: (piece) => files.readPiece(fileId, piece),
  });
}

/** The region of a bucket whose URL does not contain it; undefined if none was given. */
export function regionOf(options: Readonly<Record<string, unknown>>): string | undefined {
  const { region } = options;
  return typeof region === 'string' && region !== '' ? region : undefined;
}
