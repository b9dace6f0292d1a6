import type { JsonObject } from '@tidemark/importers';
import { isObject, listOf } from '@tidemark/importers';
import { parseJson } from '@tidemark/domain';
import type { HttpDeps } from '../http/send-request';
import { sendForText } from '../http/send-request';
import { ImportSourceError } from '../source';

/** The API of a project of PostHog or Tidemark, with a personal key. */
export interface PostHogApi {
  /** Reads an object or a list; null for a 404. */
  get(path: string): Promise<JsonObject | readonly unknown[] | null>;
  /** Reads all objects of a list, page by page. */
  list(path: string): AsyncGenerator<JsonObject>;
  hogql(query: string): Promise<readonly (readonly unknown[])[]>;
}

export interface PostHogAddress {
  readonly url: URL;
  readonly key: string;
  readonly projectId: string;
}

const PAGE = 100;

export function createPostHogApi(
  deps: HttpDeps,
  { url, key, projectId }: PostHogAddress,
  signal: AbortSignal,
): PostHogApi {
  const base = `${url.pathname.replace(/\/$/, '')}/api/projects/${encodeURIComponent(projectId)}/`;
  const headers = { authorization: `Bearer ${key}` };
  const send = async (target: URL, body?: string): Promise<unknown> => {
    const { status, text } = await sendForText(
      deps,
      { url: target, headers, ...(body !== undefined && { method: 'POST', body }) },
      signal,
    );
    if (status === 404) return null;
    try {
      return parseJson(text);
    } catch (cause) {
      throw new ImportSourceError(`${target.origin}${target.pathname}: it returned no JSON`, {
        cause,
      });
    }
  };
  const get = async (target: URL): Promise<JsonObject | readonly unknown[] | null> => {
    const found = await send(target);
    return isObject(found) || Array.isArray(found) ? found : null;
  };
  return {
    get: (path) => get(new URL(base + path, url)),
    async *list(path) {
      const mark = path.includes('?') ? '&' : '?';
      let next = new URL(`${base}${path}${mark}limit=${PAGE}`, url);
      for (;;) {
        const page = await get(next);
        if (Array.isArray(page)) {
          yield* listOf(page);
          return;
        }
        if (!isObject(page)) return;
        yield* listOf(page['results']);
        // Uses only the path and the query of the next page, so that the key is never sent to another host.
        const following: string | null = typeof page['next'] === 'string' ? page['next'] : null;
        if (following === null || !URL.canParse(following, url.href)) return;
        const { pathname, search } = new URL(following, url.href);
        next = new URL(pathname + search, url);
      }
    },
    async hogql(query) {
      const body = JSON.stringify({
        query: { kind: 'HogQLQuery', query },
        refresh: 'force_blocking',
      });
      const response = await send(new URL(`${base}query/`, url), body);
      const results = isObject(response) ? response['results'] : undefined;
      if (!Array.isArray(results)) {
        throw new ImportSourceError(`${url.origin}: a query returned no results`);
      }
      return results.filter((row): row is readonly unknown[] => Array.isArray(row));
    },
  };
}
