import { z } from 'zod';
import { formBoolean, rawText, storedJson } from '../shared/wire-fields';

/** File formats; `JSONEachRow` is another name for `JSONLines`. `CSV` is Tidemark's. */
export const exportFormats = ['JSONLines', 'Parquet', 'CSV'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The supported compressions of each format; Parquet compresses within the file. */
export const exportCompressions = {
  JSONLines: ['gzip', 'brotli'],
  CSV: ['gzip', 'brotli'],
  Parquet: ['zstd', 'snappy', 'lz4', 'gzip', 'brotli'],
} as const satisfies Record<ExportFormat, readonly string[]>;

export type ExportCompression = (typeof exportCompressions)[ExportFormat][number];

const fileFormat = z.preprocess(
  (value) => (value === 'JSONEachRow' ? 'JSONLines' : value),
  z.enum(exportFormats),
);
const eventNames = storedJson(z.array(z.string().min(1).max(400)).max(500));

/**
 * A path below the destination's root. Its segments may not be `.` or `..`, so that a file is never written outside
 * of it. May contain `{year}`, `{month}`, `{day}`, `{hour}`, `{minute}`, `{second}`, `{data_interval_start}`,
 * `{data_interval_end}` and `{table}`.
 */
const prefix = z
  .string()
  .max(500)
  .refine((text) => !/[\p{Cc}\\]/u.test(text), 'Prefix has characters that no path should have.')
  .refine((text) => !/\p{Surrogate}/u.test(text), 'Not a valid string.')
  .refine(
    (text) => text.split('/').every((segment) => segment !== '.' && segment !== '..'),
    'Prefix must not have the segments "." and "..".',
  );

const files = {
  prefix: prefix.default(''),
  file_format: fileFormat.default('JSONLines'),
  compression: z
    .enum(['gzip', 'brotli', 'zstd', 'snappy', 'lz4'])
    .nullish()
    .transform((given) => given ?? null),
  /** Only these events; null or an empty list means all. */
  include_events: eventNames.nullish().transform((given) => given ?? []),
  exclude_events: eventNames.nullish().transform((given) => given ?? []),
};

type Files = { readonly file_format: ExportFormat; readonly compression: ExportCompression | null };

/** Rejects a compression that the format does not support. */
function checkCompression(
  { file_format: format, compression }: Files,
  context: z.core.$RefinementCtx,
) {
  const possible: readonly string[] = exportCompressions[format];
  if (compression === null || possible.includes(compression)) return;
  context.addIssue({
    code: 'custom',
    path: ['compression'],
    message: `Compression '${compression}' is not supported for ${format}. Use one of: ${possible.join(', ')}.`,
  });
}

const hostPart = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;

/**
 * PostHog's S3 configuration. Both parts of the key are required; credentials of the server's environment are never
 * used.
 */
export const s3ConfigSchema = z
  .strictObject({
    ...files,
    bucket_name: z.string().min(3).max(63).regex(hostPart, 'Not a valid bucket name.'),
    region: z
      .string()
      .min(1)
      .max(64)
      .regex(/^[a-z0-9-]+$/, 'Not a valid region.'),
    aws_access_key_id: rawText(200),
    aws_secret_access_key: rawText(400),
    endpoint_url: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .nullish()
      .transform((given) => given ?? null),
    use_virtual_style_addressing: formBoolean().default(false),
    encryption: z
      .enum(['AES256', 'aws:kms'])
      .nullish()
      .transform((given) => given ?? null),
    kms_key_id: rawText(300)
      .nullish()
      .transform((given) => given ?? null),
  })
  .superRefine(checkCompression);

/** Files in the directory that the operator configured for exports. Tidemark only. */
export const fileConfigSchema = z.strictObject(files).superRefine(checkCompression);

export type S3Config = z.output<typeof s3ConfigSchema>;
export type FileConfig = z.output<typeof fileConfigSchema>;

/** A destination with its validated configuration. */
export type ExportDestination =
  | { readonly type: 'S3'; readonly config: S3Config }
  | { readonly type: 'File'; readonly config: FileConfig };

/** Fields that are never returned, as in PostHog. */
export const secretFields: readonly string[] = ['aws_access_key_id', 'aws_secret_access_key'];

export const destinationSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('S3'), config: s3ConfigSchema }),
  z.object({ type: z.literal('File'), config: fileConfigSchema }),
]);
