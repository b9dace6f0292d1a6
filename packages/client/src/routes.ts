import type { paths } from './generated/api';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths of the API that have the given method. */
export type Route<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [Name in M]: object } ? P : never;
}[keyof paths];

type Operation<P extends keyof paths, M extends Method> = M extends keyof paths[P]
  ? paths[P][M]
  : never;

type InPath<O> = O extends { parameters: { path: infer Names extends object } }
  ? Omit<Names, 'project_id'> & { project_id?: string }
  : { project_id?: never };
type InQuery<O> = O extends { parameters: { query?: infer Names } } ? Names : never;
type InBody<O> = O extends { requestBody?: { content: { 'application/json': infer Body } } }
  ? Body
  : never;

/** The options of a call. `path.project_id` is the project of the client by default. */
export interface CallOptions<P extends keyof paths, M extends Method> {
  readonly path?: InPath<Operation<P, M>>;
  readonly query?: InQuery<Operation<P, M>>;
  readonly body?: InBody<Operation<P, M>>;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

type Content<R> = R extends { content: { 'application/json': infer Body } } ? Body : never;
type Success = 200 | 201 | 202;
type Responses<O> = O extends { responses: infer All } ? All : never;

/** The parsed body of a successful response. */
export type Result<P extends keyof paths, M extends Method> = Content<
  {
    [Status in keyof Responses<Operation<P, M>>]: Status extends Success
      ? Responses<Operation<P, M>>[Status]
      : never;
  }[keyof Responses<Operation<P, M>>]
>;

/** The routes that return a list in pages. */
export type ListRoute = {
  [P in Route<'get'>]: Result<P, 'get'> extends { results: readonly unknown[]; next?: unknown }
    ? P
    : never;
}[Route<'get'>];

/** An item of the list that a route returns. */
export type Item<P extends ListRoute> =
  Result<P, 'get'> extends { results: readonly (infer One)[] } ? One : never;
