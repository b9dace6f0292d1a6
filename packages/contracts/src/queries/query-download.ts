import { z } from 'zod';
import { queryRequestSchema } from './query';

/** Forms of a downloaded file. */
export const downloadFormats = ['csv', 'ndjson', 'parquet'] as const;

const { query, filters_override, variables_override, name, personal_api_key } =
  queryRequestSchema.shape;

/** `POST query/downloads/`: a query as `POST query/` takes it, and the file it becomes. */
export const queryDownloadRequestSchema = z.strictObject({
  query,
  filters_override,
  variables_override,
  name,
  personal_api_key,
  format: z.enum(downloadFormats).default('csv'),
  /** Without its ending. */
  filename: z.string().trim().max(200).nullish(),
});

export type QueryDownloadRequest = z.output<typeof queryDownloadRequestSchema>;

export const queryDownloadResponseSchema = z.object({
  /** A path of this server, to be read once with GET; it needs no credential. */
  url: z.string(),
  expires_at: z.string(),
});
