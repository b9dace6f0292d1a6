import { queryOptions } from '@tanstack/react-query';
import { request, sendForm } from '../../../api/client';
import type { FileFormat, JoinDraft } from '../../../queries/data/tables';

/** The maximum number of tables on the screen; the API can return more. */
const SHOWN = 500;
const LOOK_MS = 2_000;

interface Column {
  readonly name: string;
  readonly type: string;
  /** False if some values cannot be read as this type. */
  readonly schema_valid: boolean;
}

/** A table in its wire format (`docs/wire/capture-storage.md#warehouse-routes`). */
export interface WarehouseTable {
  readonly id: string;
  readonly name: string;
  readonly format: FileFormat;
  readonly url_pattern: string;
  readonly created_by: { readonly email: string } | null;
  readonly columns: readonly Column[];
  readonly status: 'pending' | 'running' | 'completed' | 'failed';
  readonly latest_error: string | null;
  readonly row_count: number | null;
  readonly last_loaded_at: string | null;
}

/** A named statement that other statements read like a table. */
export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly query: { readonly query: string };
  readonly columns: readonly Column[];
  readonly created_at: string;
  readonly created_by: { readonly email: string } | null;
}

export interface TableJoin extends JoinDraft {
  readonly id: string;
  readonly created_at: string;
  readonly created_by: { readonly email: string } | null;
}

interface Page<T> {
  readonly count: number;
  readonly results: readonly T[];
}

type Route = 'warehouse_tables' | 'warehouse_saved_queries' | 'warehouse_view_link';

const path = (projectId: number, route: Route, rest = ''): string =>
  `/api/projects/${projectId}/${route}/${rest}`;

const listPath = (projectId: number, route: Route): string =>
  path(projectId, route, `?limit=${SHOWN}`);

/** Whether a load is in progress. */
export function isLoading({ status }: Pick<WarehouseTable, 'status'>): boolean {
  return status === 'pending' || status === 'running';
}

/** All tables; reloaded periodically while one is being loaded. */
export function tableListQuery(projectId: number) {
  return queryOptions({
    queryKey: ['warehouse-tables', projectId],
    queryFn: ({ signal }) =>
      request<Page<WarehouseTable>>('GET', listPath(projectId, 'warehouse_tables'), { signal }),
    refetchInterval: ({ state }) =>
      state.data?.results.some(isLoading) === true ? LOOK_MS : false,
  });
}

/** @throws ApiError 400 for a file that cannot be read in this format */
export function uploadTable(
  projectId: number,
  given: { readonly name: string; readonly format: FileFormat; readonly file: File },
): Promise<WarehouseTable> {
  const form = new FormData();
  form.set('name', given.name);
  form.set('format', given.format);
  form.set('file', given.file);
  return sendForm(path(projectId, 'warehouse_tables', 'file/'), form);
}

export function loadTable(projectId: number, id: string): Promise<WarehouseTable> {
  return request('POST', path(projectId, 'warehouse_tables', `${id}/refresh/`), { body: {} });
}

/** @param types the new types by column name */
export function changeTypes(
  projectId: number,
  id: string,
  types: Readonly<Record<string, string>>,
): Promise<WarehouseTable> {
  const body = { updates: types };
  return request('POST', path(projectId, 'warehouse_tables', `${id}/update_schema/`), { body });
}

export function deleteTable(projectId: number, id: string): Promise<unknown> {
  return request('DELETE', path(projectId, 'warehouse_tables', `${id}/`));
}

export function viewListQuery(projectId: number) {
  return queryOptions({
    queryKey: ['saved-views', projectId],
    queryFn: ({ signal }) =>
      request<Page<SavedView>>('GET', listPath(projectId, 'warehouse_saved_queries'), { signal }),
  });
}

/** @throws ApiError 400 for an invalid statement or a name that is in use */
export function saveView(
  projectId: number,
  id: string | null,
  { name, sql }: { readonly name: string; readonly sql: string },
): Promise<SavedView> {
  const body = { name, query: { kind: 'HogQLQuery', query: sql } };
  return id === null
    ? request('POST', path(projectId, 'warehouse_saved_queries'), { body })
    : request('PATCH', path(projectId, 'warehouse_saved_queries', `${id}/`), { body });
}

export function deleteView(projectId: number, id: string): Promise<unknown> {
  return request('DELETE', path(projectId, 'warehouse_saved_queries', `${id}/`));
}

export function joinListQuery(projectId: number) {
  return queryOptions({
    queryKey: ['table-joins', projectId],
    queryFn: ({ signal }) =>
      request<Page<TableJoin>>('GET', listPath(projectId, 'warehouse_view_link'), { signal }),
  });
}

/** @throws ApiError 400 for an unknown table or field */
export function createJoin(projectId: number, draft: JoinDraft): Promise<TableJoin> {
  return request('POST', path(projectId, 'warehouse_view_link'), { body: draft });
}

/** The keys of rows that the join would combine; empty if no keys are equal. @throws ApiError 400 */
export async function tryJoin(projectId: number, draft: JoinDraft): Promise<readonly unknown[]> {
  const { field_name: _, ...body } = draft;
  const found = await request<{ readonly results: readonly (readonly unknown[])[] }>(
    'POST',
    path(projectId, 'warehouse_view_link', 'validate/'),
    { body },
  );
  return found.results.map(([key]) => key);
}

export function deleteJoin(projectId: number, id: string): Promise<unknown> {
  return request('DELETE', path(projectId, 'warehouse_view_link', `${id}/`));
}
