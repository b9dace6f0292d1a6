import { eventually } from '@tidemark/testing';
import type { ApiClient } from '../../support/api-client';
import type { ConformanceCase, ExpectedAnswer, Manage, Send, Step } from './case';
import { PERSONAL_KEY, PROJECT, TOKEN } from './case';
import { encodeBody } from './encode-body';
import type { WireClient } from './wire-client';
import { createWireClient } from './wire-client';

/** Stands in both answers where a header must be absent. */
const ABSENT = '(absent)';
const JSON_TYPE = { 'content-type': 'application/json' };

/** Walks one case through a new project; throws at the first step that does not go as written. */
export async function runCase(
  url: string,
  api: ApiClient,
  { name, steps }: ConformanceCase,
): Promise<void> {
  const project = await api.post('/api/projects/', { name: name.slice(0, 200) });
  expect(project).toMatchObject({ status: 201 });
  const { id, api_token: token } = project.body as { id: number; api_token: string };
  const client = createWireClient(url);
  const walk: Walk = { api, client, projectId: id, token, ids: new Map() };
  try {
    for (const step of steps) await runStep(walk, step);
  } finally {
    client.close();
  }
}

interface Walk {
  readonly api: ApiClient;
  readonly client: WireClient;
  readonly projectId: number;
  readonly token: string;
  /** Of flags by key, of cohorts by name. */
  readonly ids: Map<string, number>;
}

async function runStep(walk: Walk, step: Step): Promise<void> {
  if ('query' in step) {
    await eventually(async () => {
      const rows = await walk.api.hogql(walk.projectId, step.query);
      expect({ query: step.query, rows }).toEqual({ query: step.query, rows: step.rows });
    });
  } else if ('manage' in step) {
    if (step.withinMs === undefined) await manage(walk, step);
    else await eventually(() => manage(walk, step), step.withinMs, 50);
  } else if (step.withinMs === undefined) {
    await exchange(walk, step);
  } else {
    await eventually(() => exchange(walk, step), step.withinMs, 20);
  }
}

async function manage({ api, projectId, ids }: Walk, step: Manage): Promise<void> {
  const { manage: call, body, status } = step;
  const filled = (text: string): string =>
    text.replace(/\{\{([^{}]+)\}\}/g, (_, key: string) => String(ids.get(key)));
  const path = `/api/projects/${projectId}/${filled(call.path)}`;
  // `#{{name}}` is the id as a number.
  const text = JSON.stringify(body ?? {}).replace(/"#(\{\{[^{}]+\}\})"/g, '$1');
  const sent = JSON.parse(filled(text)) as object;
  const hasBody = call.method === 'POST' || call.method === 'PATCH';
  const answer = await api.call(call.method, path, hasBody ? sent : undefined);
  expect({ path, ...answer }).toMatchObject({
    path,
    status,
    ...(step.answer !== undefined && { body: step.answer }),
  });
  const made = (answer.body ?? {}) as Partial<Record<'key' | 'name' | 'content', string>>;
  const name = made.key ?? made.name ?? made.content;
  if (name !== undefined && 'id' in made) ids.set(name, made.id as number);
}

async function exchange(
  { api, client, projectId, token }: Walk,
  { send, answer }: Send,
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
  for (const name of Object.keys(answer.headers ?? {})) got.headers[name] ??= ABSENT;
  const json = readJson(got.body);
  const request = `${method} ${path}`;
  const body = isText(answer.body) ? got.body : json;
  expect({ request, ...got, body }).toMatchObject({ request, ...expected(answer) });
  if (answer.keys !== undefined) {
    expect(Object.keys(Object(json) as object).sort()).toEqual([...answer.keys].sort());
  }
  for (const place of answer.lacks ?? []) expect(json).not.toHaveProperty(place);
}

function expected({ status, body, headers = {}, sameConnection }: ExpectedAnswer) {
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

function isText(body: ExpectedAnswer['body']): boolean {
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
