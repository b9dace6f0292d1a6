import { createHash } from 'node:crypto';
import type { CsvMapping } from '@tidemark/importers';
import type { SourceFile, StoredFile } from '@tidemark/warehouse';
import { bufferedFile, openUploaded } from '@tidemark/warehouse';
import { openFileSource } from '../file-source';
import type { SourceKind } from '../kinds';
import { fileReading } from '../kinds';
import type { ImportSource } from '../source';
import { ImportSourceError, IncompleteSourceError } from '../source';
import { formatOf } from '../files/read-file';

/** One of the uploaded files. Its name decides its format. */
export interface UploadPart {
  readonly name: string;
  readonly bytes: number;
}

/** Uploaded files and their description. */
export interface Upload {
  readonly kind: SourceKind;
  /** In the order in which `file` contains them, which is the order of their names. */
  readonly parts: readonly UploadPart[];
  /** The meaning of the columns of a CSV. */
  readonly mapping: CsvMapping | null;
  /** The bytes of all parts, one part after the other. */
  readonly file: StoredFile;
  /** See `uploadKey`. */
  readonly key: string;
}

const LONGEST_NAME = 200;

/** Returns a name for uploaded files, which is the same for the same files and mapping. */
export function uploadKey(
  kind: SourceKind,
  parts: readonly UploadPart[],
  bytes: Uint8Array,
  mapping: CsvMapping | null,
): string {
  const hash = createHash('sha256').update(bytes).update(JSON.stringify(mapping));
  const [first] = parts;
  // A single file keeps the name that earlier versions used, so that its runs can continue.
  if (parts.length > 1) hash.update(JSON.stringify(parts));
  return `${kind} upload ${first?.name ?? ''} ${hash.digest('hex')}`;
}

/** Creates a source that reads uploaded files. @throws ImportSourceError */
export async function openUploadSource(
  { kind, parts, mapping, file, key }: Upload,
  signal: AbortSignal,
): Promise<ImportSource> {
  checkNames(parts);
  return openFileSource(
    {
      ...fileReading(kind, mapping),
      key,
      settings: { file: partNames(parts), ...(mapping !== null && { mapping }) },
      async open() {
        const source = openUploaded(file);
        const [whole] = await source.files();
        const files = whole === undefined ? [] : filesOf(whole, parts);
        return { files, close: () => source.close() };
      },
      // Definitions are in many files, which are imported from a folder or a bucket.
      hasDefinitions: false,
    },
    signal,
  );
}

/** Returns the names of the files as one text. */
export function partNames(parts: readonly UploadPart[]): string {
  return parts.map(({ name }) => name).join(', ');
}

function checkNames(parts: readonly UploadPart[]): void {
  for (const { name } of parts) checkName(name);
  if (new Set(parts.map(({ name }) => name)).size === parts.length) return;
  throw new ImportSourceError('Two of the files have the same name.');
}

function checkName(name: string): void {
  if (name.length > LONGEST_NAME) {
    throw new ImportSourceError(`The name of the file is longer than ${LONGEST_NAME} characters.`);
  }
  if (formatOf(name) === null) {
    throw new ImportSourceError(
      'The format of the file is unknown: expected .jsonl, .json, .ndjson, .csv or .parquet, compressed with gzip or Brotli, or uncompressed.',
    );
  }
}

function filesOf(whole: SourceFile, parts: readonly UploadPart[]): readonly SourceFile[] {
  let end = 0;
  return parts.map(({ name, bytes }) => {
    const start = end;
    end += bytes;
    return {
      name,
      size: () => Promise.resolve(bytes),
      read: (range = { start: 0, end: bytes }) =>
        whole.read({ start: start + range.start, end: start + range.end }),
    };
  });
}

/**
 * Reads each uploaded file up to its first readable record.
 *
 * @throws ImportSourceError if a file has no readable record, or all of them only complete records of a missing file
 */
export async function checkUpload(
  upload: Omit<Upload, 'file' | 'key'> & { readonly bytes: Uint8Array },
  signal: AbortSignal,
): Promise<void> {
  const { bytes, parts, ...rest } = upload;
  checkNames(parts);
  let start = 0;
  let incomplete: IncompleteSourceError | null = null;
  let isComplete = false;
  for (const part of parts) {
    const file = bufferedFile(bytes.subarray(start, start + part.bytes));
    start += part.bytes;
    const source = await openUploadSource({ ...rest, parts: [part], file, key: '' }, signal);
    try {
      await source.streams(signal);
      isComplete = true;
    } catch (error) {
      if (!(error instanceof ImportSourceError)) throw error;
      if (error instanceof IncompleteSourceError) incomplete = error;
      else if (parts.length === 1) throw error;
      else throw new ImportSourceError(`${part.name}: ${error.message}`, { cause: error });
    } finally {
      source.close();
    }
  }
  if (incomplete !== null && !isComplete) throw incomplete;
}
