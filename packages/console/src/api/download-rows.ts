import { ApiError, apiErrorOf } from './api-error';
import { CONSOLE_HEADER } from './client';

const TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

/**
 * All rows of a query as a file, which the browser saves under a name.
 *
 * @throws ApiError
 */
export async function downloadRows(
  projectId: number,
  query: unknown,
  format: keyof typeof TYPES,
  name: string,
): Promise<void> {
  const response = await fetch(`/api/projects/${projectId}/query/`, {
    method: 'POST',
    headers: { ...CONSOLE_HEADER, 'Content-Type': 'application/json', Accept: TYPES[format] },
    body: JSON.stringify({ query }),
  }).catch(() => {
    throw new ApiError(0, 'The server cannot be reached. Check your connection.');
  });
  if (!response.ok) {
    throw apiErrorOf(response.status, await response.json().catch(() => null));
  }
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.${format}`;
  link.click();
  URL.revokeObjectURL(url);
}
