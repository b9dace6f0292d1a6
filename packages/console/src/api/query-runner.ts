import { ApiError } from './api-error';
import { request } from './client';
import { createSlots } from './slots';

/** The progress of a run that has not finished. */
export interface QueryProgress {
  readonly rowsRead: number;
  /** 0 while the server has no estimate. */
  readonly estimatedRows: number;
  readonly bytesRead: number;
  readonly seconds: number;
  /** Whether no query-worker has started the run yet. */
  readonly isWaiting: boolean;
}

/** The response of a finished query: the fields of its kind, and those of the cache. */
export type QueryResponse = Readonly<Record<string, unknown>> & {
  readonly is_cached?: boolean;
  readonly last_refresh?: string;
  readonly hogql?: string;
  readonly timezone?: string;
};

interface QueryStatusBody {
  readonly id: string;
  readonly complete: boolean;
  readonly error: boolean;
  readonly error_message: string | null;
  readonly error_code: string | null;
  readonly results: QueryResponse | null;
  /** Null until a query-worker starts the run. */
  readonly pickup_time: string | null;
  readonly query_progress: {
    readonly rows_read: number;
    readonly estimated_rows_total: number;
    readonly bytes_read: number;
    readonly time_elapsed: number;
  } | null;
}

type StartBody = QueryResponse & { readonly query_status?: QueryStatusBody | null };

export interface RunOptions {
  readonly signal?: AbortSignal;
  /** Called with the id of the run before it starts, so that a caller can find the run after a reload of the page. */
  readonly onStart?: (queryId: string) => void;
  /** Called with a stored result while a fresh one is computed. */
  readonly onStored?: (response: QueryResponse) => void;
  /** Called after each poll of a run that has not finished. */
  readonly onProgress?: (progress: QueryProgress) => void;
  /** Computes the result even if there is a stored result. */
  readonly force?: boolean;
  /** Other fields of the body beside `query`: overrides, variables. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** Milliseconds between polls of a run; the last value repeats. */
const LOOKS = [30, 60, 125, 250, 500];
/** The number of queries that the server runs at the same time for one user. */
const slots = createSlots(3);

/**
 * Runs a query and returns its response. If there is no stored result, it starts a background run and polls it. An
 * aborted signal cancels the run on the server.
 *
 * @throws ApiError
 */
export function runQuery(
  projectId: number,
  query: unknown,
  options: RunOptions = {},
): Promise<QueryResponse> {
  return slots.take(options.signal, () => start(projectId, query, options));
}

/**
 * Runs a helper query (metadata, completion) with one blocking request, without a slot. Its response can be a stored one,
 * up to five minutes old.
 */
export function runHelper<T>(projectId: number, query: unknown, signal?: AbortSignal): Promise<T> {
  return request('POST', queryPath(projectId), { body: { query, refresh: 'blocking' }, signal });
}

/**
 * Runs a small query without the stored results, which can be minutes old. Use it for what the user has just changed or
 * waits for.
 */
export function runFresh<T>(projectId: number, query: unknown, signal?: AbortSignal): Promise<T> {
  const body = { query, refresh: 'force_blocking' };
  return request('POST', queryPath(projectId), { body, signal });
}

/** Waits for a run that was started earlier, for example before a reload. */
export function resumeQuery(
  projectId: number,
  queryId: string,
  options: RunOptions = {},
): Promise<QueryResponse> {
  return slots.take(options.signal, () => poll(projectId, queryId, options));
}

async function start(
  projectId: number,
  query: unknown,
  options: RunOptions,
): Promise<QueryResponse> {
  const { extra, force, onStart, signal } = options;
  const id = crypto.randomUUID();
  onStart?.(id);
  const refresh = force === true ? 'force_async' : 'async';
  const body = { ...extra, query, refresh, client_query_id: id };
  const started = await request<StartBody>('POST', queryPath(projectId), { body, signal });
  const status = started.query_status;
  const isStored = 'results' in started;
  if (status === undefined || status === null) return started;
  if (status.complete) return isStored ? started : finished(status);
  if (isStored) options.onStored?.(started);
  return poll(projectId, status.id, options);
}

async function poll(
  projectId: number,
  queryId: string,
  { onProgress, signal }: RunOptions,
): Promise<QueryResponse> {
  const path = `${queryPath(projectId)}${encodeURIComponent(queryId)}/`;
  const cancel = (): void => {
    // Without polls, the server ends the run by itself, so an error of this request can be ignored.
    request('DELETE', path).catch(() => undefined);
  };
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    for (let look = 0; ; look += 1) {
      await pause(LOOKS[Math.min(look, LOOKS.length - 1)] ?? 500, signal);
      const body = await request<{ query_status: QueryStatusBody }>(
        'GET',
        `${path}?show_progress=true`,
        { signal },
      );
      const status = body.query_status;
      if (status.complete) return finished(status);
      if (status.query_progress !== null || status.pickup_time === null) {
        onProgress?.(progressOf(status));
      }
    }
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

function finished(status: QueryStatusBody): QueryResponse {
  if (!status.error) return status.results ?? {};
  const detail = status.error_message ?? 'The query failed. Try it again.';
  throw new ApiError(status.error_message === null ? 500 : 400, detail, status.error_code);
}

function progressOf({ query_progress: body, pickup_time: begun }: QueryStatusBody): QueryProgress {
  return {
    rowsRead: body?.rows_read ?? 0,
    estimatedRows: body?.estimated_rows_total ?? 0,
    bytesRead: body?.bytes_read ?? 0,
    seconds: body?.time_elapsed ?? 0,
    isWaiting: begun === null,
  };
}

function queryPath(projectId: number): string {
  return `/api/projects/${projectId}/query/`;
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(new DOMException('The query was cancelled.', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    if (signal?.aborted === true) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}
