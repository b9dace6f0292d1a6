interface WireResponse {
  readonly status: number;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Sends API requests as clients do. */
export interface ApiClient {
  call(method: string, path: string, json?: unknown, key?: string): Promise<WireResponse>;
  upload(
    projectId: number,
    fields: { readonly name: string; readonly format?: string },
    content: string | Uint8Array,
  ): Promise<WireResponse>;
  newProject(): Promise<number>;
  /** Returns the rows of a statement, or the text of its error. */
  query(projectId: number, statement: string): Promise<unknown>;
}

/** @param ownKey the key of requests that do not name another key */
export function createApiClient(base: string, ownKey: string): ApiClient {
  const send = async (
    method: string,
    path: string,
    body: string | FormData | undefined,
    key = ownKey,
  ): Promise<WireResponse> => {
    const response = await fetch(base + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    return {
      status: response.status,
      text,
      body: JSON.parse(text === '' ? '{}' : text) as Record<string, unknown>,
    };
  };

  return {
    call: (method, path, json, key) =>
      send(method, path, json === undefined ? undefined : JSON.stringify(json), key),
    upload(projectId, fields, content) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set('file', new Blob([Buffer.from(content)]), 'data.bin');
      return send('POST', `/api/projects/${projectId}/warehouse_tables/file/`, form);
    },
    async newProject() {
      const { body } = await send('POST', '/api/projects/', JSON.stringify({ name: 'Warehouse' }));
      return body['id'] as number;
    },
    async query(projectId, statement) {
      const { status, body } = await send(
        'POST',
        `/api/projects/${projectId}/query/`,
        JSON.stringify({
          query: { kind: 'HogQLQuery', query: statement },
          refresh: 'force_blocking',
        }),
      );
      return status === 200 ? body['results'] : body['detail'];
    },
  };
}
