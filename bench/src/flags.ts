import { join } from 'node:path';
import { startServer } from './child';
import { compare } from './compare';
import { createFlags } from './seed/flags';
import { PROJECT_API_KEY, startBenchStack } from './stack';

const FLAGS = 20;

/** Flags evaluated from what the request carries, against a floor that answers a body of like size. */
export async function benchFlags(): Promise<void> {
  const stack = await startBenchStack();
  try {
    const api = await stack.startService('api');
    await createFlags(api.url, FLAGS);
    await api.stop();
    const edge = await stack.startService('edge');
    const body = JSON.stringify({
      api_key: PROJECT_API_KEY,
      distinct_id: 'user-1',
      person_properties: { plan: 'pro', email: 'ann@example.com' },
    });
    const sample = await fetch(`${edge.url}/flags/?v=2`, { method: 'POST', body });
    const floor = await startServer(join(__dirname, 'floor', 'server.js'), [await sample.text()]);
    await compare(
      `flags: ${FLAGS} flags, properties in the request, one edge process`,
      floor,
      edge,
      {
        path: '/flags/?v=2',
        bodies: [body],
        seconds: 6,
        connections: 32,
      },
    );
    await floor.stop();
  } finally {
    await stack.stop();
  }
}
