import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiDocument } from '@tidemark/platform';
import type { ResponseCheck } from '@tidemark/testing';
import { createResponseCheck } from '@tidemark/testing';
import { REPOSITORY } from './standalone';

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, or null for an empty body. */
  readonly body: unknown;
}

export interface ApiClient {
  /** The personal key for authentication. */
  readonly key: string;
  call(method: string, path: string, body?: unknown): Promise<ApiResponse>;
  get(path: string): Promise<ApiResponse>;
  post(path: string, body: unknown): Promise<ApiResponse>;
  patch(path: string, body: unknown): Promise<ApiResponse>;
  delete(path: string): Promise<ApiResponse>;
  /**
   * The rows of a HogQL query in a project.
   *
   * @throws Error with the response body if the status is not 200
   */
  hogql(projectId: number | '@current', query: string): Promise<unknown[][]>;
}

let check: ResponseCheck | null = null;

/** Checks a response against docs/openapi.json, which another test compares with the routes of the api. */
export function checkResponse(...exchange: Parameters<ResponseCheck>): void {
  const read = (): OpenApiDocument =>
    JSON.parse(readFileSync(join(REPOSITORY, 'docs', 'openapi.json'), 'utf8')) as OpenApiDocument;
  check ??= createResponseCheck(read());
  check(...exchange);
}

/** A plain HTTP client for the project API. Every response is checked against the API description. */
export function createApiClient(url: string, key: string): ApiClient {
  const call = async (method: string, path: string, body?: unknown): Promise<ApiResponse> => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const { status } = response;
    const contentType = response.headers.get('content-type');
    checkResponse({ method, target: path, status, contentType, text });
    return {
      status,
      headers: response.headers,
      body: text === '' ? null : (JSON.parse(text) as unknown),
    };
  };
  const post = (path: string, body: unknown): Promise<ApiResponse> => call('POST', path, body);
  return {
    key,
    call,
    get: (path) => call('GET', path),
    post,
    patch: (path, body) => call('PATCH', path, body),
    delete: (path) => call('DELETE', path),
    async hogql(projectId, query) {
      const result = await post(`/api/projects/${projectId}/query/`, {
        query: { kind: 'HogQLQuery', query },
        refresh: 'force_blocking',
      });
      if (result.status !== 200) throw new Error(`${result.status} ${JSON.stringify(result.body)}`);
      return (result.body as { results: unknown[][] }).results;
    },
  };
}
