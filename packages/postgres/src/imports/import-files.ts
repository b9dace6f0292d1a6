import type { Writer } from '../activity-log/unit-of-work';
import type { Database } from '../database';

/** The size of a piece of an uploaded file, in bytes; files are read by whole pieces. */
const PIECE_BYTES = 1024 * 1024;

/** Stores the uploaded file of a run in pieces, replacing an earlier one. */
export async function replaceImportFile(
  tx: Writer,
  runId: string,
  bytes: Uint8Array,
): Promise<void> {
  await removeImportFile(tx, runId);
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let piece = 0; piece * PIECE_BYTES < content.length; piece += 1) {
    const from = piece * PIECE_BYTES;
    await tx
      .insertInto('import_files')
      .values({ run_id: runId, piece, bytes: content.subarray(from, from + PIECE_BYTES) })
      .execute();
  }
}

export async function removeImportFile(tx: Writer, runId: string): Promise<void> {
  await tx.deleteFrom('import_files').where('run_id', '=', runId).execute();
}

/** The uploaded files of unfinished runs, which are read in pieces. */
export interface ImportFiles {
  readonly pieceBytes: number;
  /** The size of a run's file in bytes; 0 if it has none. */
  size(runId: string): Promise<number>;
  /** Null if the file was deleted or ends before this piece. */
  readPiece(runId: string, piece: number): Promise<Buffer | null>;
}

export function createImportFiles({ db }: Pick<Database, 'db'>): ImportFiles {
  return {
    pieceBytes: PIECE_BYTES,
    async size(runId) {
      const last = await db
        .selectFrom('import_files')
        .select(['piece', (e) => e.fn<number>('octet_length', ['bytes']).as('bytes')])
        .where('run_id', '=', runId)
        .orderBy('piece', 'desc')
        .limit(1)
        .executeTakeFirst();
      return last === undefined ? 0 : last.piece * PIECE_BYTES + last.bytes;
    },
    async readPiece(runId, piece) {
      const row = await db
        .selectFrom('import_files')
        .select('bytes')
        .where('run_id', '=', runId)
        .where('piece', '=', piece)
        .executeTakeFirst();
      return row?.bytes ?? null;
    },
  };
}
