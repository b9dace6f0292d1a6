import { waitUntil } from '@tidemark/testing';
import type { ApiResponse, ApiClient } from '../../test-support/api-client';
import { checkResponse, createApiClient } from '../../test-support/api-client';
import type { ConformanceCase, ExpectedResponse, Manage, Send, Step } from './case';
import { PERSONAL_KEY, PROJECT, TOKEN } from './case';
import { encodeBody } from './encode-body';
import { rememberIds, type NamedIds } from './named-ids';
import type { WireClient } from './wire-client';
import { createWireClient } from './wire-client';

/** Represents a missing header when headers are compared. */
const ABSENT = '(absent)';
/** The project that is created when the product is set up. */
const FIRST_PROJECT = 1;
const JSON_TYPE = { 'content-type': 'application/json' };

/** Runs a case in a new project. Throws at the first step whose result is not as expected. */
export async function runCase(
  url: string,
  api: ApiClient,
  { name, steps }: ConformanceCase,
): Promise<void> {
  const project = await api.post('/api/projects/', { name: name.slice(0, 200) });
  expect(project).toMatchObject({ status: 201 });
  const { id, api_token: token } = project.body as { id: number; api_token: string };
  const client = createWireClient(url);
  const walk: Walk = { url, api, client, projectId: id, token, ids: new Map() };
  try {
    for (const step of steps) await runStep(walk, step);
  } finally {
    client.close();
  }
}

interface Walk {
  readonly url: string;
  readonly api: ApiClient;
  readonly client: WireClient;
  readonly projectId: number;
  readonly token: string;
  readonly ids: NamedIds;
}

async function runStep(walk: Walk, step: Step): Promise<void> {
  if ('query' in step) {
    await waitUntil(async () => {
      const rows = await walk.api.hogql(walk.projectId, step.query);
      expect({ query: step.query, rows }).toEqual({ query: step.query, rows: step.rows });
    });
  } else if ('manage' in step) {
    if (step.withinMs === undefined) await manage(walk, step);
    else await waitUntil(() => manage(walk, step), step.withinMs, 50);
  } else if (step.withinMs === undefined) {
    await exchange(walk, step);
  } else {
    await waitUntil(() => exchange(walk, step), step.withinMs, 20);
  }
}

async function manage(walk: Walk, step: Manage): Promise<void> {
  const { projectId, ids } = walk;
  const { manage: call, body, status } = step;
  const filled = (text: string): string =>
    text.replace(/\{\{([^{}]+)\}\}/g, (_, key: string) => String(ids.get(key)));
  const project = step.elsewhere ? FIRST_PROJECT : projectId;
  const path = `/api/projects/${project}/${filled(call.path)}`;
  // `#{{name}}` becomes the id as a number.
  const text = JSON.stringify(body ?? {}).replace(/"#(\{\{[^{}]+\}\})"/g, '$1');
  const sent = JSON.parse(filled(text)) as object;
  const hasBody = call.method !== 'GET' && call.method !== 'DELETE';
  const response = await withKey(walk, step, (api) =>
    api.call(call.method, path, hasBody ? sent : undefined),
  );
  expect({ path, ...response }).toMatchObject({
    path,
    status,
    ...(step.response !== undefined && { body: step.response }),
  });
  rememberIds(ids, response.body);
}

/**
 * Sends a request with a key that has only these scopes. The key is deleted afterwards, because the number of keys is
 * limited.
 */
async function withKey(
  { url, api }: Walk,
  { scopes, keyOfElsewhere }: Pick<Manage, 'scopes' | 'keyOfElsewhere'>,
  ask: (api: ApiClient) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  if (scopes === undefined) return ask(api);
  const made = await api.post('/api/personal_api_keys/', {
    label: 'case',
    scopes,
    ...(keyOfElsewhere && { scoped_teams: [FIRST_PROJECT] }),
  });
  expect(made).toMatchObject({ status: 201 });
  const { id, value } = made.body as { id: string; value: string };
  try {
    return await ask(createApiClient(url, value));
  } finally {
    await api.delete(`/api/personal_api_keys/${id}/`);
  }
}

async function exchange(
  { api, client, projectId, token }: Walk,
  { send, response }: Send,
): Promise<void> {
  const path = send.path
    .replaceAll(encodeURIComponent(TOKEN), token)
    .replaceAll(TOKEN, token)
    .replaceAll(PROJECT, String(projectId));
  const headers = Object.fromEntries(
    Object.entries({ ...JSON_TYPE, ...send.headers }).map(([name, value]) => [
      name,
      value.replaceAll(TOKEN, token).replaceAll(PERSONAL_KEY, api.key),
    ]),
  );
  const method = send.method ?? 'POST';
  const got = await client.send(method, path, headers, encodeBody(send, token));
  checkResponse({
    method,
    target: isLenient(path) ? path.replace(/\?.*/s, '') : path,
    status: got.status,
    contentType: got.headers['content-type'] ?? null,
    text: got.body,
  });
  for (const name of Object.keys(response.headers ?? {})) got.headers[name] ??= ABSENT;
  const json = readJson(got.body);
  const request = `${method} ${path}`;
  const body = isText(response.body) ? got.body : json;
  expect({ request, ...got, body }).toMatchObject({ request, ...expected(response) });
  if (response.keys !== undefined) {
    expect(Object.keys(Object(json) as object).sort()).toEqual([...response.keys].sort());
  }
  for (const place of response.lacks ?? []) expect(json).not.toHaveProperty(place);
}

/** The edge ignores unknown parameters, and cases send some on purpose. */
function isLenient(path: string): boolean {
  return !path.startsWith('/api/projects/') && !path.startsWith('/api/environments/');
}

function expected({ status, body, headers = {}, sameConnection }: ExpectedResponse) {
  return {
    status,
    ...(body !== undefined && { body: pattern(body) }),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        value === null ? ABSENT : pattern(value),
      ]),
    ),
    ...(sameConnection && { sameConnection }),
  };
}

function isText(body: ExpectedResponse['body']): boolean {
  return typeof body !== 'object' || body instanceof RegExp;
}

function pattern(value: string | RegExp | object): unknown {
  return value instanceof RegExp ? expect.stringMatching(value) : value;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
