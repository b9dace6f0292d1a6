import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { request, sendForm } from '../../api/client';
import type { FileSource, ImportDetail, ImportRun } from '../../queries/imports/import';
import { isUnderWay } from '../../queries/imports/import';
import type { AddressSource, SourceAddress } from '../../queries/imports/import-address';
import { addressBody } from '../../queries/imports/import-address';

export const IMPORT_ROWS = 50;
const LOOK_MS = 1_500;

const path = (projectId: number, rest = ''): string => `/api/projects/${projectId}/imports/${rest}`;

/** A page of imports, newest first. It is reloaded while an import is in progress. */
export function importListQuery(projectId: number, offset: number) {
  return queryOptions({
    queryKey: ['imports', projectId, 'list', offset],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      request<{ readonly count: number; readonly results: readonly ImportRun[] }>(
        'GET',
        path(projectId, `?limit=${IMPORT_ROWS}&offset=${offset}`),
        { signal },
      ),
    refetchInterval: ({ state }) =>
      (state.data?.results ?? []).some(isUnderWay) ? LOOK_MS : false,
  });
}

/** An import with its report. It is reloaded while the import is in progress. */
export function importQuery(projectId: number, id: string) {
  return queryOptions({
    queryKey: ['imports', projectId, id],
    queryFn: ({ signal }) => request<ImportDetail>('GET', path(projectId, `${id}/`), { signal }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isUnderWay(state.data) ? LOOK_MS : false,
  });
}

/** Returns a function that reloads the imports after a command. */
export function useImportsChanged(projectId: number): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['imports', projectId] });
}

/**
 * Starts an import over HTTP.
 *
 * @throws ApiError 400 if the address is not allowed, or another import is in progress
 */
export function importAddress(
  projectId: number,
  source: AddressSource,
  given: SourceAddress,
): Promise<ImportRun> {
  return request('POST', path(projectId), { body: addressBody(source, given) });
}

/**
 * Uploads files and starts their import.
 *
 * @throws ApiError 400 if a file cannot be read, or another import is in progress
 */
export function importFiles(
  projectId: number,
  given: {
    readonly source: FileSource;
    readonly mapping: string | null;
    readonly files: readonly File[];
  },
): Promise<ImportRun> {
  const form = new FormData();
  form.set('source', given.source);
  if (given.mapping !== null) form.set('mapping', given.mapping);
  for (const file of given.files) form.append('file', file);
  return sendForm(path(projectId, 'file/'), form);
}

export function cancelImport(projectId: number, id: string): Promise<unknown> {
  return request('POST', path(projectId, `${id}/cancel/`), { body: {} });
}
