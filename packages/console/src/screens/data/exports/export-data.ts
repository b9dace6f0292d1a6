import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../api/client';
import type { RunStatus } from '../../../queries/data/exports';
import { isUnderWay } from '../../../queries/data/exports';

/** A run of an export in its wire format. */
export interface ExportRun {
  readonly id: string;
  readonly batch_export: string;
  readonly backfill: string | null;
  readonly status: RunStatus;
  readonly records_completed: number | null;
  readonly records_total_count: number | null;
  readonly bytes_exported: number | null;
  readonly latest_error: string | null;
  readonly data_interval_start: string | null;
  readonly data_interval_end: string;
  readonly created_at: string;
  readonly finished_at: string | null;
}

export interface BatchExport {
  readonly id: string;
  readonly name: string;
  readonly model: string;
  readonly destination: {
    readonly type: string;
    readonly config: Readonly<Record<string, unknown>>;
  };
  readonly interval: string;
  readonly paused: boolean;
  readonly last_paused_at: string | null;
  /** The latest runs, newest first. */
  readonly latest_runs: readonly ExportRun[];
}

interface Page<T> {
  readonly count: number;
  readonly results: readonly T[];
}

/** The number of exports on a page of the list. */
export const EXPORT_ROWS = 50;
export const RUN_ROWS = 50;
const LOOK_MS = 3_000;

const path = (projectId: number, rest: string): string =>
  `/api/projects/${projectId}/batch_exports/${rest}`;

const lookAgain = (runs: readonly ExportRun[]): number | false =>
  runs.some(({ status }) => isUnderWay(status)) ? LOOK_MS : false;

/**
 * A page of the exports whose name contains the text, with their latest runs; reloaded periodically while a run is in
 * progress.
 */
export function exportListQuery(projectId: number, text: string, offset: number) {
  return queryOptions({
    queryKey: ['batch-exports', projectId, 'list', text, offset],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const page = { limit: String(EXPORT_ROWS), offset: String(offset), search: text };
      const route = path(projectId, `?${new URLSearchParams(page).toString()}`);
      return request<Page<BatchExport>>('GET', route, { signal });
    },
    refetchInterval: ({ state }) =>
      lookAgain((state.data?.results ?? []).flatMap(({ latest_runs: runs }) => runs)),
  });
}

export function exportQuery(projectId: number, id: string) {
  return queryOptions({
    queryKey: ['batch-exports', projectId, 'one', id],
    queryFn: ({ signal }) =>
      request<BatchExport>('GET', path(projectId, `${encodeURIComponent(id)}/`), { signal }),
  });
}

/** @throws ApiError 400 */
export function saveExport(
  projectId: number,
  id: string | null,
  body: object,
): Promise<BatchExport> {
  return id === null
    ? request('POST', path(projectId, ''), { body })
    : request('PATCH', path(projectId, `${id}/`), { body });
}

/** A page of the runs of one export, newest first. */
export function runListQuery(projectId: number, exportId: string, offset: number) {
  return queryOptions({
    queryKey: ['batch-exports', projectId, 'runs', exportId, offset],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const page = `?limit=${RUN_ROWS}&offset=${offset}`;
      const route = path(projectId, `${encodeURIComponent(exportId)}/runs/${page}`);
      return request<Page<ExportRun>>('GET', route, { signal });
    },
    refetchInterval: ({ state }) => lookAgain(state.data?.results ?? []),
  });
}

/** Returns a function that reloads exports and runs after a command. */
export function useExportsChanged(projectId: number): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['batch-exports', projectId] });
}

export function pauseExport(projectId: number, id: string): Promise<unknown> {
  return request('POST', path(projectId, `${id}/pause/`), { body: {} });
}

/**
 * Resumes an export.
 *
 * @param makesUp whether the intervals that were skipped while it was paused are exported first
 */
export function continueExport(projectId: number, id: string, makesUp: boolean): Promise<unknown> {
  return request('POST', path(projectId, `${id}/unpause/`), { body: { backfill: makesUp } });
}

export function deleteExport(projectId: number, id: string): Promise<unknown> {
  return request('DELETE', path(projectId, `${id}/`));
}

/**
 * Exports a range of days again. Days begin at midnight in UTC. An empty start means the first row, an empty end means
 * now.
 *
 * @throws ApiError 400
 */
export function backfill(
  projectId: number,
  id: string,
  range: { readonly from: string; readonly to: string },
): Promise<unknown> {
  const start = (day: string): string | null => (day === '' ? null : `${day}T00:00:00Z`);
  const body = { start_at: start(range.from), end_at: start(range.to) };
  return request('POST', path(projectId, `${id}/backfills/`), { body });
}

export function cancelRun(projectId: number, run: ExportRun): Promise<unknown> {
  return request('POST', path(projectId, `${run.batch_export}/runs/${run.id}/cancel/`), {
    body: {},
  });
}

export function runAgain(projectId: number, run: ExportRun): Promise<unknown> {
  return request('POST', path(projectId, `${run.batch_export}/runs/${run.id}/retry/`), {
    body: {},
  });
}
