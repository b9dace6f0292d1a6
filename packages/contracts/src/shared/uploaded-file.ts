import { z } from 'zod';

/** A file of a multipart form. */
export interface UploadedFile {
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

export const uploadedFileSchema = z
  .custom<UploadedFile>(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      'bytes' in value &&
      value.bytes instanceof Uint8Array,
    'The submitted data was not a file. Check the encoding type on the form.',
  )
  .meta({ wire: { type: 'string', contentMediaType: 'application/octet-stream' } });
