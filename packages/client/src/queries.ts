import type { QueryKinds } from './generated/queries';
import type { Transport } from './transport';
import { bodyOf, pathSegment } from './transport';

export type Kind = keyof QueryKinds;

/** A query of any kind; `kind` determines its other fields. */
export type Query<K extends Kind = Kind> = { [Name in K]: QueryKinds[Name]['query'] }[K];

/** The response of a query, by its kind. */
export type QueryResult<K extends Kind> = QueryKinds[K]['response'];

export interface QueryOptions {
  /** `force_blocking` computes the result even if there is a fresh stored result. `blocking` is the default. */
  readonly refresh?: 'blocking' | 'force_blocking';
  /** A name for the query log. */
  readonly name?: string;
  /** Date range, properties and other settings that replace those of the query, as in the filters of a dashboard. */
  readonly filtersOverride?: Readonly<Record<string, unknown>>;
  readonly variablesOverride?: Readonly<Record<string, unknown>>;
  /** Aborting the signal also cancels the query on the server. */
  readonly signal?: AbortSignal;
}

export type RequestBody = Readonly<Record<string, unknown>>;

/** Returns the request body for a query. */
export function queryBody(query: Query, options: Omit<QueryOptions, 'signal'>): RequestBody {
  const { refresh, name, filtersOverride, variablesOverride } = options;
  return {
    query,
    ...(refresh !== undefined && { refresh }),
    ...(name !== undefined && { name }),
    ...(filtersOverride !== undefined && { filters_override: filtersOverride }),
    ...(variablesOverride !== undefined && { variables_override: variablesOverride }),
  };
}

export const queryPath = (project: string): string =>
  `/api/projects/${pathSegment('projectId', project)}/query/`;

/** Sends a query and returns the response, whatever its status. */
export function postQuery(
  transport: Transport,
  body: RequestBody,
  options: { readonly signal?: AbortSignal | undefined; readonly format?: string },
): Promise<Response> {
  const { signal, format } = options;
  const search = format === undefined ? '' : `?format=${format}`;
  return transport.send(queryPath(transport.projectId) + search, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal !== undefined && { signal }),
  });
}

/**
 * Runs a query and waits for its result.
 *
 * @throws ApiError, ConnectionError
 */
export async function runQuery<K extends Kind>(
  transport: Transport,
  query: Query<K>,
  { signal, ...options }: QueryOptions,
): Promise<QueryResult<K>> {
  const response = await postQuery(transport, queryBody(query, options), { signal });
  return (await bodyOf(response, transport.clock.now, signal)) as QueryResult<K>;
}

/** Yields the result of a query in pages, without gaps or repetitions; for kinds that support pages. */
export async function* queryPages<K extends Kind>(
  transport: Transport,
  query: Query<K>,
  { signal, pageSize, ...options }: QueryOptions & { readonly pageSize: number },
): AsyncGenerator<QueryResult<K>, void, undefined> {
  let cursor: string | null = null;
  do {
    const page = { page_size: pageSize, ...(cursor !== null && { cursor }) };
    const body = { ...queryBody(query, options), ...page };
    const response = await postQuery(transport, body, { signal });
    const found = (await bodyOf(response, transport.clock.now, signal)) as QueryResult<K>;
    yield found;
    const next: unknown = (found as { nextCursor?: unknown }).nextCursor;
    cursor = typeof next === 'string' ? next : null;
  } while (cursor !== null);
}
