import type { z } from 'zod';
import type { ApiError } from './api-error';
import { notFound } from './errors';
import { StreamedResponse } from './streamed-response';
import { toValidationError } from './validation-issue';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A request as it arrived, before validation. */
export interface RawRequest {
  readonly method: string;
  /** Absolute, as the client sees the service. */
  readonly url: URL;
  readonly params: Readonly<Record<string, string>>;
  /** A header by lower-case name. */
  header(name: string): string | undefined;
  /** Adds a header to the response, whatever its status is. */
  responseHeader(name: string, value: string): void;
  /** Read and parsed on first use, then remembered. @throws ApiError 400, 413, 415 */
  body(): Promise<unknown>;
  /** Bytes of the body as announced; null when nothing is announced, or when the body is a multipart form. */
  readonly announcedBytes: number | null;
  /** Aborted when the client hangs up. */
  readonly signal: AbortSignal;
  /** The address of the client, as far as the proxies in front are trusted; empty after it has disconnected. */
  readonly address: string;
}

/** A validated request, as handlers receive it. */
export interface RouteRequest<Caller, Params, Query, Body> {
  readonly caller: Caller;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** A HEAD: the handler of the GET makes the headers, and its body is not sent. */
  readonly isHead: boolean;
  readonly url: URL;
  /** A header by lower-case name. */
  readonly header: (name: string) => string | undefined;
  /** Adds a header to the response, whatever its status is. */
  readonly responseHeader: (name: string, value: string) => void;
  readonly signal: AbortSignal;
}

/**
 * A route as one declared object. `Access` is what the service's authoriser reads, `Caller` what it
 * returns; authorisation comes before the body is looked at.
 */
export interface RouteSpec<
  Access,
  Caller,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
> {
  /** Operation id: names the route in metrics, logs and the API description. */
  readonly name: string;
  /** What it does, in a line of the API description. A test demands one of every route. */
  readonly summary?: string;
  /** A longer description in Markdown for the API description. */
  readonly description?: string;
  readonly method: HttpMethod;
  /** The path with `:name` parameters; clients may omit the trailing slash. Several paths are aliases. */
  readonly path: string | readonly string[];
  readonly access: Access;
  /** The status of a successful response; 200 by default. It can depend on the result. */
  readonly status?: number | ((result: z.output<Response>) => number);
  /** All that `status` can be where it is a function; `response` stands for each of them. */
  readonly statuses?: readonly number[];
  /** Errors beyond those that access, parameters and body bring with them. */
  readonly rejections?: readonly number[];
  /** Media types of a `StreamedResponse`, where there can be one. */
  readonly streams?: readonly string[];
  /** Whether the response may be asked for as CSV; errors are always JSON. */
  readonly csv?: boolean;
  /** The maximum size of a request body, if it differs from the default. */
  readonly maxBodyBytes?: number;
  /** Path parameters that do not fit are 404. */
  readonly params?: Params;
  /** Query parameters, the last one of each name. */
  readonly query?: Query;
  readonly body?: Body;
  /** Media types of the body; JSON when absent. Describes, does not limit. */
  readonly bodyTypes?: readonly string[];
  /** How a body that does not fit is reported; the wire's `validation_error` when absent. */
  readonly invalidBody?: (error: z.ZodError) => ApiError;
  /**
   * What leaves: undeclared fields are dropped, a misfit is our fault (500). Absent = empty body. A
   * `StreamedResponse` leaves as it is, with 200.
   */
  readonly response?: Response;
  /** What the description says of the response where `response` lets it pass unread. */
  readonly describedResponse?: z.ZodType;
  handle(
    request: RouteRequest<Caller, z.output<Params>, z.output<Query>, z.output<Body>>,
  ): Promise<z.input<Response> | StreamedResponse>;
}

export interface RouteResponse {
  readonly status: number;
  /** Undefined = empty body; JSON unless it is a `StreamedResponse`. */
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
  /** The statuses of responses that `response` describes. */
  readonly statuses: readonly number[];
  readonly rejections: readonly number[];
  readonly streams: readonly string[];
}

/** A declared route with its types closed over, ready to be mounted. */
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
