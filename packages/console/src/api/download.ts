import { ApiError, apiErrorOf } from './api-error';
import { CONSOLE_HEADER } from './client';

/**
 * All rows of a query as a CSV file, which the browser saves under a name.
 *
 * @throws ApiError
 */
export async function downloadCsv(projectId: number, query: unknown, name: string): Promise<void> {
  const response = await fetch(`/api/projects/${projectId}/query/`, {
    method: 'POST',
    headers: { ...CONSOLE_HEADER, 'Content-Type': 'application/json', Accept: 'text/csv' },
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
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
