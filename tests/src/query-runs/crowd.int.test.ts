import type { ApiClient } from '../test-support/api-client';
import { createApiClient } from '../test-support/api-client';
import type { Standalone } from '../test-support/standalone';
import { startStandalone } from '../test-support/standalone';
import type { CreatedProject } from '../conformance/test-support/create-project';
import { createProject } from '../conformance/test-support/create-project';
import { sendEvents } from '../conformance/test-support/send-events';

/** Many projects send queries at the same time; one of them sends far more than its share. */
const PROJECTS = 10;
const CLIENTS_EACH = 10;

let product: Standalone;
let api: ApiClient;
let projects: readonly CreatedProject[];
beforeAll(async () => {
  product = await startStandalone();
  api = createApiClient(product.url, product.personalApiKey);
  projects = await Promise.all(
    Array.from({ length: PROJECTS }, (_, n) => createProject(api, { name: `crowd ${n}` })),
  );
  await Promise.all(
    projects.map((project, n) =>
      sendEvents(
        product.url,
        api,
        project,
        Array.from({ length: n + 1 }, (__, event) => ({
          event: `of project ${n}`,
          distinct_id: `user-${event}`,
        })),
      ),
    ),
  );
});
afterAll(() => product.stop());

const ask = (project: CreatedProject, query: string) =>
  api.post(`/api/projects/${project.id}/query/`, { query: { kind: 'HogQLQuery', query } });

it('a hundred clients of ten projects all get responses with their own events', async () => {
  const responses = await Promise.all(
    projects.flatMap((project, n) =>
      Array.from({ length: CLIENTS_EACH }, async (_, client) => {
        const { status, body } = await ask(
          project,
          `select event, count(), ${client} from events group by event`,
        );
        return { status, results: (body as { results?: unknown }).results, n, client };
      }),
    ),
  );
  expect(responses).toEqual(
    responses.map(({ n, client }) => ({
      status: 200,
      results: [[`of project ${n}`, n + 1, client]],
      n,
      client,
    })),
  );
});

it('a project that sends too many queries waits, but does not delay other projects', async () => {
  const [flooding, ...others] = projects;
  if (flooding === undefined) throw new Error('no projects');
  const ended: string[] = [];
  const flood = Array.from({ length: 30 }, async (_, n) => {
    const { status } = await ask(
      flooding,
      `select sum(sipHash64(number, ${n})) from numbers(20000000)`,
    );
    ended.push('flood');
    return status;
  });
  const light = others.map(async (project, n) => {
    const { status } = await ask(project, `select count(), 'light' from events where ${n} = ${n}`);
    ended.push('light');
    return status;
  });
  expect(await Promise.all(light)).toEqual(others.map(() => 200));
  const before = ended.lastIndexOf('light');
  // If they had waited for thirty computations, three at a time, they would have finished last.
  expect(ended.slice(0, before).filter((name) => name === 'flood').length).toBeLessThan(15);
  const statuses = await Promise.all(flood);
  expect(statuses.every((status) => status === 200 || status === 429)).toBe(true);
  expect(statuses).toContain(200);
});
