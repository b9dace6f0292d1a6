import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '@tidemark/testing';
import type { ApiClient, ApiResponse } from '../test-support/api-client';

/** An import in the format of the API. */
export interface Import {
  readonly id: string;
  readonly status: string;
  readonly phase: string | null;
  readonly waiting_until: string | null;
  readonly error: string | null;
  readonly counts: Readonly<Record<string, number>>;
  readonly problems: readonly { readonly kind: string; readonly reason: string }[];
  readonly reconciliation: { readonly equal: boolean } | null;
}

/** A client for the import routes of a running product. */
export interface ImportsClient {
  start(project: number, body: object): Promise<ApiResponse>;
  upload(
    project: number,
    fileName: string,
    content: string | Uint8Array<ArrayBuffer>,
    fields: Readonly<Record<string, string>>,
  ): Promise<Import>;
  read(project: number, id: string): Promise<Import>;
  cancel(project: number, id: string): Promise<ApiResponse>;
  /** Waits until the import has ended. */
  ended(project: number, id: string): Promise<Import>;
  /** Waits until more than `from` events were imported, and returns their number; null if the import ended before. */
  untilMoreThan(project: number, id: string, from: number): Promise<number | null>;
  /** The labels of the keys that imports created. */
  keysOfRuns(): Promise<readonly string[]>;
}

const LIMIT_MS = 180_000;
const ENDED = ['completed', 'failed', 'cancelled'];

export function createImportsClient(api: ApiClient, url: string): ImportsClient {
  const listOf = (project: number) => `/api/projects/${project}/imports/`;
  const read = async (project: number, id: string): Promise<Import> =>
    (await api.get(`${listOf(project)}${id}/`)).body as Import;
  return {
    start: (project, body) => api.post(listOf(project), body),
    read,
    cancel: (project, id) => api.post(`${listOf(project)}${id}/cancel/`, {}),
    async upload(project, fileName, content, fields) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('file', new Blob([content]), fileName);
      const response = await fetch(`${url}${listOf(project)}file/`, {
        method: 'POST',
        headers: { authorization: `Bearer ${api.key}` },
        body: form,
      });
      const body = (await response.json()) as Import;
      expect({ status: response.status, body }).toMatchObject({ status: 201 });
      return body;
    },
    async ended(project, id) {
      const until = async () => expect(ENDED).toContain((await read(project, id)).status);
      await waitUntil(until, LIMIT_MS);
      return read(project, id);
    },
    async untilMoreThan(project, id, from) {
      for (;;) {
        const { status, counts } = await read(project, id);
        if (ENDED.includes(status)) return null;
        const { events = 0 } = counts;
        if (events > from) return events;
        await sleep(50);
      }
    },
    async keysOfRuns() {
      const { body } = await api.get('/api/personal_api_keys/');
      return (body as { label: string }[])
        .map(({ label }) => label)
        .filter((label) => label.startsWith('import '));
    },
  };
}
