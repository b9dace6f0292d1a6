import { join } from 'node:path';
import type { MeasuredServer } from '../child';
import { startServer } from '../child';
import { compare } from '../compare';
import { createMixedFlags } from '../seed/flags';
import { seedPersons } from '../seed/persons';
import { propertiesOf } from '../seed/users';
import type { BenchStack } from '../stack';
import { PROJECT_API_KEY, startBenchStack } from '../stack';
import { measureChanges } from './change';
import { measureEngine } from './engine';

const FLAGS = 50;
const USERS = 200;
const PATH = '/flags/?v=2';

/** Measures `/flags` against a floor that reads the same bodies and returns a text of similar size. */
export async function benchFlags(): Promise<void> {
  measureEngine();
  const stack = await startBenchStack();
  try {
    await measureChanges(stack);
    await measure(stack, '1 flag, properties in the request', carrying(), 0.45);
    await withApi(stack, (url) => createMixedFlags(url, FLAGS - 1));
    await measure(stack, `${FLAGS} flags, properties in the request`, carrying(), 0.12);
    await seedPersons(stack.urls.postgres, USERS);
    await measure(stack, `${FLAGS} flags, stored properties`, naming(), 0.08);
  } finally {
    await stack.stop();
  }
}

async function withApi(stack: BenchStack, work: (url: string) => Promise<void>): Promise<void> {
  const api = await stack.startService('api');
  await work(api.url);
  await api.stop();
}

async function measure(
  stack: BenchStack,
  title: string,
  bodies: readonly string[],
  target: number,
): Promise<void> {
  const edge = await stack.startService('edge');
  const floor = await floorFor(edge, bodies[0] ?? '');
  await compare(`flags: ${title}, one edge process`, floor, edge, {
    path: PATH,
    bodies,
    seconds: 4,
    connections: 32,
    target,
    by: 'rate',
  });
  await floor.stop();
  await edge.stop();
}

async function floorFor(edge: MeasuredServer, body: string): Promise<MeasuredServer> {
  const sample = await fetch(edge.url + PATH, { method: 'POST', body });
  const response = await sample.text();
  if (sample.status !== 200) throw new Error(`flags: ${sample.status} ${response}`);
  return startServer(join(__dirname, '..', 'floor', 'server.js'), [response]);
}

/** Bodies that contain all properties that the conditions read. */
function carrying(): string[] {
  return Array.from({ length: USERS }, (_, user) =>
    JSON.stringify({
      api_key: PROJECT_API_KEY,
      distinct_id: `user-${user}`,
      person_properties: propertiesOf(user),
    }),
  );
}

/** Bodies that only contain the distinct id of a stored person. */
function naming(): string[] {
  return Array.from({ length: USERS }, (_, user) =>
    JSON.stringify({ api_key: PROJECT_API_KEY, distinct_id: `user-${user}` }),
  );
}
