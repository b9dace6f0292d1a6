import { request } from './client';

/** Formats of a file with all rows. */
export type FileFormat = 'csv' | 'ndjson' | 'parquet';

/**
 * Has the browser download all rows of a query as a file: the server makes a link that is good once, for a minute.
 *
 * @throws ApiError
 */
export async function downloadRows(
  projectId: number,
  query: unknown,
  format: FileFormat,
  filename: string,
): Promise<void> {
  const path = `/api/projects/${projectId}/query/downloads/`;
  const { url } = await request<{ url: string }>('POST', path, {
    body: { query, format, filename },
  });
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
