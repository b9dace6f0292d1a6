import { randomUUID } from 'node:crypto';
import type { Writer } from '../activity-log/unit-of-work';
import type { Database } from '../database';

/** The size of a piece of an uploaded file, in bytes; files are read by whole pieces. */
const FILE_PIECE_BYTES = 1024 * 1024;

/** Stores a file in pieces, replacing the table's earlier file, and returns its id. */
export async function replaceFile(
  transaction: Writer,
  tableNumber: number,
  bytes: Uint8Array,
): Promise<string> {
  await removeFiles(transaction, tableNumber);
  const fileId = randomUUID();
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let piece = 0; piece * FILE_PIECE_BYTES < content.length; piece += 1) {
    const from = piece * FILE_PIECE_BYTES;
    await transaction
      .insertInto('warehouse_files')
      .values({
        table_number: tableNumber,
        file_id: fileId,
        piece,
        bytes: content.subarray(from, from + FILE_PIECE_BYTES),
      })
      .execute();
  }
  return fileId;
}

export async function removeFiles(db: Writer, tableNumber: number): Promise<void> {
  await db.deleteFrom('warehouse_files').where('table_number', '=', tableNumber).execute();
}

/** Uploaded files, which are read in pieces. */
export interface WarehouseFiles {
  readonly pieceBytes: number;
  /** Size of a file in bytes; 0 if it does not exist. */
  size(fileId: string): Promise<number>;
  /** Null if the file was deleted or ends before the piece. */
  readPiece(fileId: string, piece: number): Promise<Buffer | null>;
}

export function createWarehouseFiles({ db }: Pick<Database, 'db'>): WarehouseFiles {
  return {
    pieceBytes: FILE_PIECE_BYTES,

    async size(fileId) {
      const last = await db
        .selectFrom('warehouse_files')
        .select(['piece', (e) => e.fn<number>('octet_length', ['bytes']).as('bytes')])
        .where('file_id', '=', fileId)
        .orderBy('piece', 'desc')
        .limit(1)
        .executeTakeFirst();
      return last === undefined ? 0 : last.piece * FILE_PIECE_BYTES + last.bytes;
    },

    async readPiece(fileId, piece) {
      const row = await db
        .selectFrom('warehouse_files')
        .select('bytes')
        .where('file_id', '=', fileId)
        .where('piece', '=', piece)
        .executeTakeFirst();
      return row?.bytes ?? null;
    },
  };
}
