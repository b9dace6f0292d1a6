import { createHash } from 'node:crypto';
import type { CsvMapping } from '@tidemark/importers';
import type { StoredFile } from '@tidemark/warehouse';
import { bufferedFile, openUploaded } from '@tidemark/warehouse';
import { openFileSource } from '../file-source';
import type { SourceKind } from '../kinds';
import { fileReading } from '../kinds';
import type { ImportSource } from '../source';
import { ImportSourceError } from '../source';
import { formatOf, UNREADABLE } from '../files/read-file';

/** An uploaded file and what is known of it. */
export interface Upload {
  readonly kind: SourceKind;
  /** Its name decides the format. */
  readonly fileName: string;
  /** Which column of a CSV is what. */
  readonly mapping: CsvMapping | null;
  readonly file: StoredFile;
  /** See `uploadKey`. */
  readonly key: string;
}

const LONGEST_NAME = 200;

/** A name for an uploaded file that is the same whenever the same file comes with the same mapping. */
export function uploadKey(
  kind: SourceKind,
  { fileName, bytes }: { readonly fileName: string; readonly bytes: Uint8Array },
  mapping: CsvMapping | null,
): string {
  const digest = createHash('sha256').update(bytes).update(JSON.stringify(mapping)).digest('hex');
  return `${kind} upload ${fileName} ${digest}`;
}

/** The source that an uploaded file is. @throws ImportSourceError */
export async function openUploadSource(
  { kind, fileName, mapping, file, key }: Upload,
  signal: AbortSignal,
): Promise<ImportSource> {
  if (fileName.length > LONGEST_NAME) {
    throw new ImportSourceError(`The name of the file is longer than ${LONGEST_NAME} characters.`);
  }
  if (formatOf(fileName) === null) {
    throw new ImportSourceError(
      'The format of the file is unknown: expected .jsonl, .json, .ndjson, .csv or .parquet, packed by gzip or not.',
    );
  }
  return openFileSource(
    {
      ...fileReading(kind, mapping),
      key,
      settings: { file: fileName, ...(mapping !== null && { mapping }) },
      async open() {
        const source = openUploaded(file);
        const files = (await source.files()).map((opened) => ({ ...opened, name: fileName }));
        return { files, close: () => source.close() };
      },
      // They are many files, which a folder or a bucket has.
      hasDefinitions: false,
    },
    signal,
  );
}

/** Reads the first record of a file that has just come. @throws ImportSourceError when it has none that can be read */
export async function checkUpload(
  upload: Omit<Upload, 'file' | 'key'> & { readonly bytes: Uint8Array },
  signal: AbortSignal,
): Promise<void> {
  const { bytes, ...rest } = upload;
  const file = bufferedFile(bytes);
  const source = await openUploadSource({ ...rest, file, key: '' }, signal);
  try {
    for (const stream of await source.streams(signal)) {
      for await (const { records } of stream.pages(null, signal)) {
        const [first] = records;
        const reason = first?.[UNREADABLE];
        if (typeof reason === 'string') throw new ImportSourceError(`The file: ${reason}.`);
        if (first !== undefined) break;
      }
    }
  } finally {
    source.close();
  }
}
