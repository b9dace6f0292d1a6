import { apiErrorOf } from './errors';
import { pagesOf } from './lists';
import type { Page, PageParameters } from './lists';
import type { Kind, Query, QueryOptions, QueryResult } from './queries';
import { queryPages, runQuery } from './queries';
import type { CallOptions, Item, ListRoute, Method, Result, Route } from './routes';
import type { RunOptions } from './runs';
import { cancelRun, runInBackground } from './runs';
import type { Row, StreamFormat } from './streams';
import { streamBytes, streamRows } from './streams';
import type { ClientOptions, Transport } from './transport';
import { createTransport, failureOf, parsed, pathSegment } from './transport';

type Call<M extends Method> = <P extends Route<M>>(
  path: P,
  options?: CallOptions<P, M>,
) => Promise<Result<P, M>>;

/**
 * Typed access to one Tidemark server with one API key. Every method throws `ApiError` for an error response and
 * `ConnectionError` without a response.
 */
export interface TidemarkClient {
  readonly projectId: string;
  readonly get: Call<'get'>;
  /** Sends a POST request. It is not repeated after a failure, unless the route only reads. */
  readonly post: Call<'post'>;
  readonly put: Call<'put'>;
  /** Sends a PATCH request. It is not repeated after a failure. */
  readonly patch: Call<'patch'>;
  readonly delete: Call<'delete'>;
  /** Yields all items of a list; reads the next page when it is needed. `query.limit` is the size of a page. */
  list<P extends ListRoute>(
    path: P,
    options?: CallOptions<P, 'get'>,
  ): AsyncGenerator<Item<P>, void, undefined>;
  /** Runs a query and waits for its result. */
  query<K extends Kind>(
    query: Query<K> & { kind: K },
    options?: QueryOptions,
  ): Promise<QueryResult<K>>;
  /** Runs a query in the background of the server, so that a connection timeout does not end it. */
  run<K extends Kind>(query: Query<K> & { kind: K }, options?: RunOptions): Promise<QueryResult<K>>;
  /** Cancels a background run by its id. */
  cancel(runId: string): Promise<void>;
  /** Yields the result of a query in pages of `pageSize` rows. */
  pages<K extends Kind>(
    query: Query<K> & { kind: K },
    options: QueryOptions & { readonly pageSize: number },
  ): AsyncGenerator<QueryResult<K>, void, undefined>;
  /** Yields the rows of a query while the server finds them. */
  rows<K extends Kind>(
    query: Query<K> & { kind: K },
    options?: QueryOptions,
  ): AsyncGenerator<Row, void, undefined>;
  /** Returns the result of a query as the bytes of a file: NDJSON, CSV, Arrow's streaming format or Parquet. */
  stream<K extends Kind>(
    query: Query<K> & { kind: K },
    format: StreamFormat,
    options?: QueryOptions,
  ): Promise<ReadableStream<Uint8Array>>;
  /**
   * The `openapi-fetch` client, for features that the methods above do not offer. It returns error responses instead of
   * throwing them.
   */
  readonly api: Transport['api'];
}

/** @throws TidemarkError if `host` is not a URL */
export function createClient(options: ClientOptions): TidemarkClient {
  const transport = createTransport(options);
  const call = callsOf(transport);
  return {
    projectId: transport.projectId,
    api: transport.api,
    get: call('get'),
    post: call('post'),
    put: call('put'),
    patch: call('patch'),
    delete: call('delete'),
    list: (path, given) => itemsOf(call('get'), path, given),
    query: (query, given = {}) => runQuery(transport, query, given),
    run: (query, given = {}) => runInBackground(transport, query, given),
    cancel: (runId) => cancelRun(transport, runId),
    pages: (query, given) => queryPages(transport, query, given),
    rows: (query, given = {}) => streamRows(transport, query, given),
    stream: (query, format, given = {}) => streamBytes(transport, query, format, given),
  };
}

async function* itemsOf<P extends ListRoute>(
  get: Call<'get'>,
  path: P,
  options: CallOptions<P, 'get'> | undefined,
): AsyncGenerator<Item<P>, void, undefined> {
  const read = async (parameters: PageParameters): Promise<Page<Item<P>>> => {
    const query = { ...options?.query, ...parameters };
    const given = { ...options, query } as unknown as CallOptions<P, 'get'>;
    return (await get(path, given)) as unknown as Page<Item<P>>;
  };
  for await (const page of pagesOf(read)) yield* page;
}

/** The result of `openapi-fetch` with `parseAs: 'text'`. */
interface TextResponse {
  readonly response: Response;
  /** Undefined for a response without a body. */
  readonly data?: string | undefined;
  readonly error?: unknown;
}

/** Wraps the methods of `openapi-fetch` in functions that throw error responses. */
function callsOf(transport: Transport): <M extends Method>(method: M) => Call<M> {
  return (method) => async (path, options) => {
    const { path: given, query, body, signal, headers } = { ...options };
    const names = { project_id: transport.projectId, ...given };
    for (const [name, value] of Object.entries(names)) pathSegment(name, value);
    const received: TextResponse = await transport.api
      .request(
        method,
        path as never,
        {
          params: { path: names, query },
          body,
          signal,
          headers,
          parseAs: 'text',
        } as never,
      )
      .catch((cause: unknown) => {
        throw failureOf(cause, signal);
      });
    const { response, data, error } = received;
    if (!response.ok) throw apiErrorOf(response, error, transport.clock.now);
    return parsed(data ?? '') as never;
  };
}
