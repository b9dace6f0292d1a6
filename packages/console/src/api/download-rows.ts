import { request } from './client';

/** The formats of a file with all rows of a query. */
export type FileFormat = 'csv' | 'ndjson' | 'parquet';

/**
 * Lets the browser download all rows of a query as a file. The server creates a link that can be used once, within a
 * minute.
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
