import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiDocument } from '@tidemark/platform';
import type { AnswerCheck } from '@tidemark/testing';
import { createAnswerCheck } from '@tidemark/testing';
import { REPOSITORY } from './standalone';

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, or null for an empty body. */
  readonly body: unknown;
}

export interface ApiClient {
  /** The personal key it authenticates with. */
  readonly key: string;
  call(method: string, path: string, body?: unknown): Promise<ApiAnswer>;
  get(path: string): Promise<ApiAnswer>;
  post(path: string, body: unknown): Promise<ApiAnswer>;
  patch(path: string, body: unknown): Promise<ApiAnswer>;
  delete(path: string): Promise<ApiAnswer>;
  /** Rows of a HogQL query in a project. @throws with the error body when it is not a 200. */
  hogql(projectId: number | '@current', query: string): Promise<unknown[][]>;
}

let check: AnswerCheck | null = null;

/** Holds an answer against docs/openapi.json, which a test compares with what the api serves. */
export function checkAnswer(...exchange: Parameters<AnswerCheck>): void {
  const read = (): OpenApiDocument =>
    JSON.parse(readFileSync(join(REPOSITORY, 'docs', 'openapi.json'), 'utf8')) as OpenApiDocument;
  check ??= createAnswerCheck(read());
  check(...exchange);
}

/** A plain HTTP client of the project API; every answer is held against the API's description. */
export function createApiClient(url: string, key: string): ApiClient {
  const call = async (method: string, path: string, body?: unknown): Promise<ApiAnswer> => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const { status } = response;
    const contentType = response.headers.get('content-type');
    checkAnswer({ method, target: path, status, contentType, text });
    return {
      status,
      headers: response.headers,
      body: text === '' ? null : (JSON.parse(text) as unknown),
    };
  };
  const post = (path: string, body: unknown): Promise<ApiAnswer> => call('POST', path, body);
  return {
    key,
    call,
    get: (path) => call('GET', path),
    post,
    patch: (path, body) => call('PATCH', path, body),
    delete: (path) => call('DELETE', path),
    async hogql(projectId, query) {
      const answer = await post(`/api/projects/${projectId}/query/`, {
        query: { kind: 'HogQLQuery', query },
        refresh: 'force_blocking',
      });
      if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
      return (answer.body as { results: unknown[][] }).results;
    },
  };
}
