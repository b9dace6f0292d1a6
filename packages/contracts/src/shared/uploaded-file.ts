import { z } from 'zod';

/** A file in a multipart form. */
export interface UploadedFile {
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

const NO_FILE = 'The submitted data was not a file. Check the encoding type on the form.';
const WIRE = { type: 'string', contentMediaType: 'application/octet-stream' } as const;

/** The files of one field; if there is only one, it is not in a list. */
const given = (wire: object) =>
  z
    .custom<UploadedFile | readonly UploadedFile[]>(
      (value) => (Array.isArray(value) ? value.length > 0 && value.every(isFile) : isFile(value)),
      NO_FILE,
    )
    .meta({ wire });

/** One file; if the form contains several, the last one is used, as in PostHog. */
export const uploadedFileSchema = given(WIRE).transform((value): UploadedFile =>
  'bytes' in value ? value : lastOf(value),
);

/** One or more files of the same field. */
export const uploadedFilesSchema = given({ type: 'array', items: WIRE }).transform(
  (value): readonly UploadedFile[] => ('bytes' in value ? [value] : value),
);

function isFile(value: unknown): value is UploadedFile {
  return (
    typeof value === 'object' &&
    value !== null &&
    'bytes' in value &&
    value.bytes instanceof Uint8Array
  );
}

function lastOf(files: readonly UploadedFile[]): UploadedFile {
  const last = files.at(-1);
  if (last === undefined) throw new TypeError('a field of files contains no file');
  return last;
}
