import { join } from 'node:path';
import { startServer } from '../child';
import type { LoadOptions } from '../load';
import { load } from '../load';
import { median } from '../median';
import { createMixedFlags } from '../seed/flags';
import { propertiesOf } from '../seed/users';
import { PROJECT_API_KEY, startBenchStack } from '../stack';
import { createUnleashFlags, FRONTEND_TOKEN, startUnleash } from './unleash';

const FLAGS = 50;
const USERS = 200;
const ROUNDS = 5;
const LOAD = { seconds: 4, connections: 32 } as const;

/**
 * Measures the evaluation of all flags of a user whose properties are in the request, by Tidemark's edge, by Unleash's
 * frontend API, and by a bare `node:http` server that returns the same text as Tidemark. Each has one process on the
 * same machine and the same number of flags of the same kinds; they alternate.
 */
export async function benchPeers(): Promise<void> {
  const stack = await startBenchStack();
  const unleash = await startUnleash(stack.urls.postgres);
  try {
    await createUnleashFlags(unleash.url, FLAGS);
    const api = await stack.startService('api');
    await createMixedFlags(api.url, FLAGS);
    await api.stop();
    const edge = await stack.startService('edge');
    const ours: LoadOptions = { ...LOAD, path: '/flags/?v=2', bodies: bodiesOfTidemark() };
    const sample = await textOf(edge.url, ours);
    const theirs: LoadOptions = {
      ...LOAD,
      path: '/api/frontend',
      bodies: bodiesOfUnleash(),
      headers: { authorization: FRONTEND_TOKEN },
    };
    await waitForFlags(unleash.url, theirs);
    const floor = await startServer(join(__dirname, '..', 'floor', 'server.js'), [sample]);
    const parties = [
      { name: 'bare node:http', server: floor, options: ours },
      { name: 'Tidemark', server: edge, options: ours },
      { name: 'Unleash', server: unleash, options: theirs },
    ];
    const results = parties.map(() => [] as Awaited<ReturnType<typeof load>>[]);
    // The first round is a warm-up and is not counted.
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [index, { server, options }] of parties.entries()) {
        const result = await load(server, options);
        if (round > 0) results[index]?.push(result);
      }
    }
    console.log(`peers: ${FLAGS} flags of one user, properties in the request`);
    const rates = results.map((rounds) => median(rounds.map((one) => one.requestsPerSecond)));
    for (const [index, { name, server }] of parties.entries()) {
      const of = (field: 'cpuMicrosPerRequest' | 'p99'): number =>
        median((results[index] ?? []).map((one) => one[field]));
      const rate = rates[index] ?? NaN;
      console.log(
        `  ${name.padEnd(14)} ${rate.toFixed(0).padStart(6)} requests/s, ${(rate / (rates[0] ?? NaN)).toFixed(3)} of bare node:http, ` +
          `${of('cpuMicrosPerRequest').toFixed(0)} µs CPU a request, p99 ${of('p99')} ms, peak ${server.peakMegabytes().toFixed(0)} MB`,
      );
    }
    await floor.stop();
  } finally {
    await unleash.stop();
    await stack.stop();
  }
}

function bodiesOfTidemark(): string[] {
  return users((user) => ({
    api_key: PROJECT_API_KEY,
    distinct_id: `user-${user}`,
    person_properties: propertiesOf(user),
  }));
}

function bodiesOfUnleash(): string[] {
  return users((user) => ({
    context: {
      userId: `user-${user}`,
      properties: Object.fromEntries(
        Object.entries(propertiesOf(user)).map(([name, value]) => [name, String(value)]),
      ),
    },
  }));
}

function users(bodyOf: (user: number) => object): string[] {
  return Array.from({ length: USERS }, (_, user) => JSON.stringify(bodyOf(user)));
}

async function textOf(url: string, { path, bodies, headers }: LoadOptions): Promise<string> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: String(bodies[0]),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
  return text;
}

/**
 * Waits until Unleash serves its flags, which it reads at intervals; otherwise, the load would measure an empty list.
 */
async function waitForFlags(url: string, options: LoadOptions): Promise<void> {
  for (let tries = 0; tries < 60; tries++) {
    const { toggles } = JSON.parse(await textOf(url, options)) as { toggles: readonly unknown[] };
    // The response only contains flags that are on for this user.
    if (toggles.length > FLAGS / 4) return;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  throw new Error('Unleash serves no flags');
}
