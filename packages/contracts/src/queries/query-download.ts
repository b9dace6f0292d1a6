import { z } from 'zod';
import { queryRequestSchema } from './query';

/** Formats of a downloaded file. */
export const downloadFormats = ['csv', 'ndjson', 'parquet'] as const;

const { query, filters_override, variables_override, name, personal_api_key } =
  queryRequestSchema.shape;

/** `POST query/downloads/`: a query as in `POST query/`, and the format of its file. */
export const queryDownloadRequestSchema = z.strictObject({
  query,
  filters_override,
  variables_override,
  name,
  personal_api_key,
  format: z.enum(downloadFormats).default('csv'),
  /** The name without its extension. */
  filename: z.string().trim().max(200).nullish(),
});

export type QueryDownloadRequest = z.output<typeof queryDownloadRequestSchema>;

export const queryDownloadResponseSchema = z.object({
  /** A path of this server, which can be requested once with GET and without a credential. */
  url: z.string(),
  expires_at: z.string(),
});
