import { ConnectionError, QueryRunError } from './errors';
import type { Kind, Query, QueryOptions, QueryResult } from './queries';
import { postQuery, queryBody, queryPath } from './queries';
import type { Transport } from './transport';
import { bodyOf, pathSegment } from './transport';

/** The progress of a background run. */
export interface RunProgress {
  readonly runId: string;
  /** The number of rows read so far. */
  readonly rowsRead: number;
  readonly bytesRead: number;
  /** The estimated number of rows to read; 0 while it is unknown. */
  readonly estimatedRows: number;
  readonly seconds: number;
}

export interface RunOptions extends Omit<QueryOptions, 'refresh'> {
  /** `force_async` computes the result even if there is a fresh stored result. `async` is the default. */
  readonly refresh?: 'async' | 'force_async';
  /** The id of the run; random by default. Two calls with the same id share one run. */
  readonly runId?: string;
  readonly onProgress?: (progress: RunProgress) => void;
}

/** The fields of a run's status that the client reads. */
interface Status {
  readonly complete: boolean;
  readonly error: boolean;
  readonly error_message: string | null;
  readonly error_code: string | null;
  readonly results: unknown;
  readonly query_progress?: {
    readonly rows_read: number;
    readonly bytes_read: number;
    readonly estimated_rows_total: number;
    readonly time_elapsed: number;
  } | null;
}

const FIRST_POLL_MS = 50;
const MAX_POLL_MS = 1_000;
/** The most consecutive polls without a response, each of which was repeated, too. */
const MAX_LOST_POLLS = 10;
/** The longest time in milliseconds that an aborted call waits until the server has cancelled its run. */
const CANCEL_MS = 5_000;

/**
 * Runs a query in the background of the server and resolves with its result, however long it takes and however often
 * the connection is lost. Aborting the signal cancels the run on the server.
 *
 * @throws QueryRunError if the run fails; the reason of the signal; ApiError; ConnectionError
 */
export async function runInBackground<K extends Kind>(
  transport: Transport,
  query: Query<K>,
  options: RunOptions,
): Promise<QueryResult<K>> {
  const { signal = new AbortController().signal, refresh = 'async', onProgress } = options;
  const runId = options.runId ?? randomId();
  const { name, filtersOverride, variablesOverride } = options;
  const laid = {
    ...(name !== undefined && { name }),
    ...(filtersOverride !== undefined && { filtersOverride }),
    ...(variablesOverride !== undefined && { variablesOverride }),
  };
  const body = { ...queryBody(query, laid), refresh, client_query_id: runId };
  signal.throwIfAborted();
  try {
    const started = await postQuery(transport, body, { signal });
    const first = await statusIn(started, transport, signal);
    if (!('status' in first)) return first.result as QueryResult<K>;
    return (await poll({ transport, runId, signal, onProgress }, first.status)) as QueryResult<K>;
  } catch (error) {
    if (signal.aborted) {
      // The reason of the signal is the error, also if the request to cancel the run fails.
      await cancelRun(transport, runId, AbortSignal.timeout(CANCEL_MS)).catch(() => undefined);
    }
    throw error;
  }
}

/** `crypto.randomUUID` is missing in pages that were loaded over plain HTTP. */
function randomId(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

interface Polling {
  readonly transport: Transport;
  readonly runId: string;
  readonly signal: AbortSignal;
  readonly onProgress: RunOptions['onProgress'];
}

async function poll(polling: Polling, first: Status): Promise<unknown> {
  const { transport, runId, signal, onProgress } = polling;
  const path = `${queryPath(transport.projectId)}${pathSegment('runId', runId)}/?show_progress=true`;
  let status = first;
  let lost = 0;
  for (let wait = FIRST_POLL_MS; !status.complete; wait = Math.min(MAX_POLL_MS, wait * 1.5)) {
    await transport.clock.sleep(wait, signal);
    const found = await statusAt(path, transport, signal).catch((error: unknown) => {
      // The run continues on the server.
      lost += 1;
      if (error instanceof ConnectionError && lost <= MAX_LOST_POLLS) return null;
      throw error;
    });
    if (found === null) continue;
    lost = 0;
    if (!('status' in found)) throw new QueryRunError(runId, null, 'The run has no status.');
    ({ status } = found);
    const progress = status.query_progress;
    if (progress !== undefined && progress !== null) {
      onProgress?.({
        runId,
        rowsRead: progress.rows_read,
        bytesRead: progress.bytes_read,
        estimatedRows: progress.estimated_rows_total,
        seconds: progress.time_elapsed,
      });
    }
  }
  if (!status.error) return status.results;
  throw new QueryRunError(runId, status.error_code, status.error_message ?? 'The query failed.');
}

async function statusAt(path: string, transport: Transport, signal: AbortSignal) {
  return statusIn(await transport.send(path, { signal }), transport, signal);
}

/**
 * Reads the status of the run from a response, or the stored result. A failed run has the status 200, 400 or 500 and
 * contains its own status; every other error response is thrown.
 */
async function statusIn(
  response: Response,
  transport: Transport,
  signal: AbortSignal,
): Promise<{ readonly status: Status } | { readonly result: unknown }> {
  const copy = response.clone();
  const body = await bodyOf(copy, transport.clock.now, signal).catch(async (error: unknown) => {
    const failed: unknown = await response.json().catch(() => null);
    if (statusOf(failed) === null) throw error;
    return failed;
  });
  const status = statusOf(body);
  return status === null ? { result: body } : { status };
}

function statusOf(body: unknown): Status | null {
  if (typeof body !== 'object' || body === null || !('query_status' in body)) return null;
  // A stored result contains the status of the run that computed it, which is not of interest.
  if ('results' in body) return null;
  return (body.query_status ?? null) as Status | null;
}

/** Cancels a run on the server. Does nothing if the run has ended or does not exist. */
export async function cancelRun(
  transport: Transport,
  runId: string,
  signal?: AbortSignal,
): Promise<void> {
  const path = `${queryPath(transport.projectId)}${pathSegment('runId', runId)}/`;
  const response = await transport.send(path, {
    method: 'DELETE',
    ...(signal !== undefined && { signal }),
  });
  if (response.status === 404) await response.body?.cancel();
  else await bodyOf(response, transport.clock.now);
}
