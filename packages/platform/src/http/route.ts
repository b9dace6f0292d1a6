import type { z } from 'zod';
import type { ApiError } from './api-error';
import { notFound } from './errors';
import { StreamedResponse } from './streamed-response';
import { toValidationError } from './validation-issue';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A request before validation. */
export interface RawRequest {
  readonly method: string;
  /** Absolute, with the origin that the client used. */
  readonly url: URL;
  readonly params: Readonly<Record<string, string>>;
  /** Returns a header by its lower-case name. */
  header(name: string): string | undefined;
  /** Adds a header to the response, with any status. */
  responseHeader(name: string, value: string): void;
  /** The parsed body; read at the first call and then cached. @throws ApiError 400, 413, 415 */
  body(): Promise<unknown>;
  /** The declared length of the body; null if it is not declared, or if the body is a multipart form. */
  readonly announcedBytes: number | null;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** The address of the client, as far as trusted proxies report it; empty after the client has disconnected. */
  readonly address: string;
}

/** A validated request for a handler. */
export interface RouteRequest<Caller, Params, Query, Body> {
  readonly caller: Caller;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Whether the request is a HEAD. The handler of GET computes the headers, and its body is not sent. */
  readonly isHead: boolean;
  readonly url: URL;
  /** Returns a header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
  /** Adds a header to the response, with any status. */
  readonly responseHeader: (name: string, value: string) => void;
  readonly signal: AbortSignal;
}

/**
 * The declaration of a route. `Access` is the type of the access rule that the service's authoriser reads, `Caller`
 * the type of its result; access is checked before the body is read.
 */
export interface RouteSpec<
  Access,
  Caller,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
> {
  /** The operation id, which is the name of the route in metrics, logs and the API description. */
  readonly name: string;
  /** A summary of one line for the API description. A test requires it for every route. */
  readonly summary?: string;
  /** A longer description in Markdown for the API description. */
  readonly description?: string;
  readonly method: HttpMethod;
  /** The path with `:name` parameters; clients may omit the trailing slash. Several paths are aliases. */
  readonly path: string | readonly string[];
  readonly access: Access;
  /** The status of a successful response; 200 by default. It can depend on the result. */
  readonly status?: number | ((result: z.output<Response>) => number);
  /** All possible values of `status`, if that is a function; `response` describes each of them. */
  readonly statuses?: readonly number[];
  /** The statuses of errors other than those of access, parameters and body. */
  readonly rejections?: readonly number[];
  /** The media types of a `StreamedResponse`, if the route may return one. */
  readonly streams?: readonly string[];
  /** Whether clients may request the response as CSV; errors are always JSON. */
  readonly csv?: boolean;
  /** The maximum size of a request body, if it is not the default. */
  readonly maxBodyBytes?: number;
  /** The schema of path parameters; parameters that violate it cause 404. */
  readonly params?: Params;
  /** The schema of query parameters; if one is repeated, the last value counts. */
  readonly query?: Query;
  readonly body?: Body;
  /** The media types of the body for the API description; by default JSON. Does not restrict requests. */
  readonly bodyTypes?: readonly string[];
  /** The error for an invalid body; by default a `validation_error` of the wire format. */
  readonly invalidBody?: (error: z.ZodError) => ApiError;
  /**
   * The schema of the response body: undeclared fields are dropped, and a violation is an internal error (500).
   * Absent: the body is empty. A `StreamedResponse` is sent unchanged, with 200.
   */
  readonly response?: Response;
  /** The schema for the API description, if `response` accepts any value. */
  readonly describedResponse?: z.ZodType;
  handle(
    request: RouteRequest<Caller, z.output<Params>, z.output<Query>, z.output<Body>>,
  ): Promise<z.input<Response> | StreamedResponse>;
}

export interface RouteResponse {
  readonly status: number;
  /** Undefined: the body is empty. Otherwise JSON, or a `StreamedResponse`. */
  readonly body: unknown;
}

/** The description of a route in the API description. */
interface RouteDescription {
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly params: z.ZodType | undefined;
  readonly query: z.ZodType | undefined;
  readonly body: z.ZodType | undefined;
  readonly bodyTypes: readonly string[];
  readonly response: z.ZodType | undefined;
  /** The statuses of responses with the schema `response`. */
  readonly statuses: readonly number[];
  readonly rejections: readonly number[];
  readonly streams: readonly string[];
}

/** A declared route whose type parameters are hidden, for `mountRoutes`. */
export interface Route<Access, Caller> {
  readonly name: string;
  readonly method: HttpMethod;
  readonly paths: readonly string[];
  readonly access: Access;
  readonly csv: boolean;
  readonly maxBodyBytes: number | undefined;
  readonly described: RouteDescription;
  run(request: RawRequest, caller: Caller): Promise<RouteResponse>;
}

const PARSE = { reportInput: true } as const;

export function defineRoute<
  Access,
  Caller,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
>(spec: RouteSpec<Access, Caller, Params, Query, Body, Response>): Route<Access, Caller> {
  const { name, method, access } = spec;
  return {
    name,
    method,
    paths: typeof spec.path === 'string' ? [spec.path] : spec.path,
    access,
    csv: spec.csv ?? false,
    maxBodyBytes: spec.maxBodyBytes,
    described: {
      summary: spec.summary,
      description: spec.description,
      params: spec.params,
      query: spec.query,
      body: spec.body,
      bodyTypes: spec.bodyTypes ?? ['application/json'],
      response: spec.describedResponse ?? spec.response,
      statuses: spec.statuses ?? [typeof spec.status === 'number' ? spec.status : 200],
      rejections: spec.rejections ?? [],
      streams: spec.streams ?? [],
    },
    async run(request, caller) {
      const { url, signal } = request;
      const params = check(spec.params, request.params, () => notFound());
      const query = check(spec.query, Object.fromEntries(url.searchParams), toValidationError);
      const body =
        spec.body && check(spec.body, await request.body(), spec.invalidBody ?? toValidationError);
      const result = await spec.handle({
        caller,
        params: params as z.output<Params>,
        query: query as z.output<Query>,
        body: body as z.output<Body>,
        isHead: request.method === 'HEAD',
        url,
        header: (headerName) => request.header(headerName),
        responseHeader: (headerName, value) => request.responseHeader(headerName, value),
        signal,
      });
      if (result instanceof StreamedResponse) return { status: 200, body: result };
      const responseBody = spec.response?.parse(result);
      const status =
        typeof spec.status === 'function'
          ? spec.status(responseBody as z.output<Response>)
          : (spec.status ?? 200);
      return { status, body: responseBody };
    },
  };
}

function check<S extends z.ZodType>(
  schema: S | undefined,
  value: unknown,
  explain: (error: z.ZodError) => ApiError,
): z.output<S> | undefined {
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(value, PARSE);
  if (!parsed.success) throw explain(parsed.error);
  return parsed.data;
}
