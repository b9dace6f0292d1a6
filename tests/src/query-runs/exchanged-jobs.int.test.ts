import type { Redis } from '@tidemark/redis';
import { closeRedis, createRedis } from '@tidemark/redis';
import type { RunWorld } from './world';
import { sql, startRunWorld, until } from './world';

/** An attacker who can write to Redis changes waiting jobs. This must not reveal or change data of another project. */
let world: RunWorld;
let redis: Redis;
let other: number;

beforeAll(async () => {
  world = await startRunWorld();
  redis = createRedis(world.redisUrl, 'queue');
  const made = await send('POST', '/api/projects/', { name: 'other' });
  other = Number(made.body['id']);
});
afterAll(async () => {
  await closeRedis(redis);
  await world.stop();
});

async function send(method: string, path: string, json?: unknown) {
  const response = await fetch(world.base + path, {
    method,
    headers: { authorization: `Bearer ${world.key}`, 'content-type': 'application/json' },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const path = (project: number, id = ''): string => `/api/projects/${project}/query/${id}`;
const enqueue = (project: number, id: string, secret: string) =>
  send('POST', path(project), {
    query: sql(`select '${secret}' as secret`),
    refresh: 'force_async',
    client_query_id: id,
  });
const ended = (project: number, id: string) =>
  until(
    () => send('GET', path(project, `${id}/`)),
    ({ status, body }) =>
      status === 404 || (body['query_status'] as { complete?: boolean }).complete === true,
  );

interface Waiting {
  readonly key: string;
  readonly token: string;
  readonly job: { readonly query_id: string; readonly project_id: number };
}

/** The jobs in the queue, by the id of their query. */
async function waiting(): Promise<ReadonlyMap<string, Waiting>> {
  const jobs = new Map<string, Waiting>();
  for (const key of await redis.keys('*tidemark-queries:*')) {
    if ((await redis.type(key)) !== 'hash') continue;
    const data = await redis.hget(key, 'data');
    if (data === null) continue;
    const { token } = JSON.parse(data) as { token: string };
    const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
    const { job } = JSON.parse(payload) as { job: Waiting['job'] };
    jobs.set(job.query_id, { key, token, job });
  }
  return jobs;
}

const put = (key: string, token: string) => redis.hset(key, 'data', JSON.stringify({ token }));

it('exchanged and altered jobs are not run, their runs fail, and other runs are not revealed', async () => {
  await enqueue(1, 'exchanged', 'of one');
  await enqueue(1, 'altered', 'of one, too');
  await enqueue(other, 'victim', 'of the other');
  const jobs = await waiting();
  const [exchanged, altered, victim] = ['exchanged', 'altered', 'victim'].map((id) => {
    const found = jobs.get(id);
    if (found === undefined) throw new Error(`${id} is not in the queue`);
    return found;
  }) as [Waiting, Waiting, Waiting];
  await put(exchanged.key, victim.token);
  const [head = '', body = '', signature = ''] = altered.token.split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
  const forged = JSON.stringify({
    ...claims,
    job: { ...altered.job, project_id: other, query_id: 'victim' },
  });
  await put(altered.key, [head, Buffer.from(forged).toString('base64url'), signature].join('.'));
  world.startWorker();

  for (const id of ['exchanged', 'altered']) {
    const { body: result } = await ended(1, id);
    expect(result).toMatchObject({ query_status: { complete: true, error: true } });
    expect(JSON.stringify(result)).not.toContain('of the other');
  }
  const { status, body: own } = await ended(other, 'victim');
  expect([status, own]).toMatchObject([
    200,
    { query_status: { results: { results: [['of the other']] } } },
  ]);
  expect((await send('GET', path(1, 'victim/'))).status).toBe(404);
});
