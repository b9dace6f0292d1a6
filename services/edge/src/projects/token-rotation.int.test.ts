import { bootstrap, createProjectRepository } from '@tidemark/postgres';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import type { EdgeFixture } from '../test-support/edge-fixture';
import { PROJECT_TOKEN, startEdgeFixture } from '../test-support/edge-fixture';

let one: EdgeFixture;
let other: EdgeFixture;
beforeAll(async () => {
  const stores = await createIsolatedStores();
  one = await startEdgeFixture(stores);
  other = await startEdgeFixture(stores);
});
afterAll(() => Promise.all([one.stop(), other.stop()]));

/** Returns the statuses of capture and flag requests with a token, at both edges. */
async function statuses(token: string): Promise<number[]> {
  const ask = async ({ url }: EdgeFixture, path: string): Promise<number> => {
    const body = JSON.stringify({ api_key: token, event: 'e', distinct_id: 'u' });
    return (await fetch(url + path, { method: 'POST', body })).status;
  };
  return Promise.all([
    ask(one, '/capture/'),
    ask(other, '/capture/'),
    ask(one, '/decide/?v=3'),
    ask(other, '/decide/?v=3'),
  ]);
}

const taken = [200, 200, 200, 200];
const rejected = [401, 401, 401, 401];

async function rotate(graceSeconds: number): Promise<string> {
  const project = await createProjectRepository(one.database).rotateToken(
    { projectId: 1, userId: null },
    graceSeconds,
  );
  await one.channel.publish({ project_id: 1, what: 'project' });
  return project?.apiToken ?? '';
}

it('accepts both tokens during the grace period, and only the new one after it, at every edge', async () => {
  expect(await statuses(PROJECT_TOKEN)).toEqual(taken);
  const second = await rotate(3_600);
  await waitUntil(async () => {
    expect(await statuses(second)).toEqual(taken);
  }, 1_000);
  expect(await statuses(PROJECT_TOKEN)).toEqual(taken);

  // A second rotation at once ends the grace period of the first token.
  const third = await rotate(2);
  await waitUntil(async () => {
    expect(await statuses(PROJECT_TOKEN)).toEqual(rejected);
  }, 1_000);
  expect(await statuses(third)).toEqual(taken);
  // The end of the grace period is not announced; the edges check the time.
  await waitUntil(async () => {
    expect(await statuses(second)).toEqual(rejected);
  });
  expect(await statuses(third)).toEqual(taken);
});

it('keeps the rotated token after a start with the same keys, and sets it with other keys', async () => {
  const keys = { projectApiKey: PROJECT_TOKEN, personalApiKey: 'phx_edge_test' };
  const rotated = await rotate(0);
  await bootstrap(one.database, keys);
  const projects = createProjectRepository(one.database);
  expect((await projects.findById(1))?.apiToken).toBe(rotated);
  await bootstrap(one.database, { ...keys, projectApiKey: 'phc_replaced' });
  expect((await projects.findById(1))?.apiToken).toBe('phc_replaced');
  await bootstrap(one.database, keys);
  expect((await projects.findById(1))?.apiToken).toBe(PROJECT_TOKEN);
});
