import { join } from 'node:path';
import { createProject } from '../conformance/test-support/create-project';
import { createApiClient } from '../test-support/api-client';
import { sharedProduct } from '../test-support/shared-product';
import { REPOSITORY } from '../test-support/standalone';
import type { Inspection } from './inspector';
import { inspect } from './inspector';

/** The arguments that name the server, by its transport. */
const servers = { http: [] as string[], stdio: [] as string[] };

beforeAll(async () => {
  const { url, personalApiKey: key } = await sharedProduct();
  const { id } = await createProject(createApiClient(url, key), { name: 'Inspector' });
  servers.http = [
    ...[`${url}/mcp?project_id=${id}`, '--transport', 'http'],
    ...['--header', `Authorization: Bearer ${key}`],
  ];
  servers.stdio = [
    ...['-e', `TIDEMARK_HOST=${url}`, '-e', `TIDEMARK_API_KEY=${key}`],
    ...['-e', `TIDEMARK_PROJECT_ID=${id}`],
    ...[process.execPath, join(REPOSITORY, 'packages', 'mcp-tools', 'bin', 'tidemark-mcp.js')],
  ];
});

/** Sends a request to both servers. @returns the result, which is the same over both transports */
async function inspectBoth(...request: readonly string[]): Promise<Inspection> {
  const [http, stdio] = await Promise.all([
    inspect([...servers.http, ...request]),
    inspect([...servers.stdio, ...request]),
  ]);
  expect(stdio).toEqual(http);
  return http;
}

const namesOf = (list: unknown): readonly string[] =>
  (list as readonly { readonly name: string }[]).map(({ name }) => name);

describe('the official inspector', () => {
  it('lists the tools, and finds no schema that a client could not read', async () => {
    const { code, result, errors } = await inspectBoth('--method', 'tools/list', '--strict');
    expect({ code, errors }).toMatchObject({ code: 0 });
    expect(namesOf(result['tools'])).toEqual(expect.arrayContaining(['run_hogql', 'trend']));
    expect(namesOf(result['tools']).length).toBeGreaterThan(25);
    // Only the values of maps may have any type.
    const paths = [...errors.matchAll(/^ *Path: (.*)$/gm)].map(([, path]) => path);
    expect(paths.filter((path) => path?.endsWith('.additionalProperties') !== true)).toEqual([]);
  });

  it('calls a tool', async () => {
    const { code, result } = await inspectBoth(
      ...['--method', 'tools/call', '--tool-name', 'run_hogql'],
      ...['--tool-arg', 'query=SELECT 1 AS one'],
    );
    expect(code).toBe(0);
    const [content] = result['content'] as readonly { readonly text: string }[];
    expect(content?.text).toContain('"rows":[[1]]');
  });

  it('shows the error of a call that fails', async () => {
    const { code, result, errors } = await inspectBoth(
      ...['--method', 'tools/call', '--tool-name', 'run_hogql', '--tool-arg', 'query=SELEC 1'],
    );
    expect({ code, isError: result['isError'] }).toEqual({ code: 5, isError: true });
    expect(errors).toContain('tool_is_error');
    expect(JSON.stringify(result)).toContain('line 1, column 1');
  });

  it('lists the resources and the prompts', async () => {
    const resources = await inspectBoth('--method', 'resources/list');
    expect({ code: resources.code, names: namesOf(resources.result['resources']) }).toEqual({
      code: 0,
      names: expect.arrayContaining(['project', 'events']) as string[],
    });
    const prompts = await inspectBoth('--method', 'prompts/list');
    expect({ code: prompts.code, names: namesOf(prompts.result['prompts']) }).toEqual({
      code: 0,
      names: expect.arrayContaining(['why-did-it-change', 'safe-rollout']) as string[],
    });
  });

  it('is rejected with a wrong key', async () => {
    const [address = ''] = servers.http;
    const { code, errors } = await inspect([
      ...[address, '--transport', 'http', '--header', 'Authorization: Bearer phx_wrong'],
      ...['--method', 'tools/list'],
    ]);
    expect(code).not.toBe(0);
    expect(errors).toContain('auth_required');
  });
});
