import { join } from 'node:path';
import { startServer } from './child';
import { compare } from './compare';
import { PROJECT_API_KEY, startBenchStack } from './stack';

/** One event of about 1 KB, as posthog-node sends it. */
function event(i: number): object {
  return {
    event: '$pageview',
    distinct_id: `user-${i}`,
    properties: {
      $current_url: 'https://app.example.com/settings/billing?tab=invoices&page=2',
      $lib: 'posthog-node',
      $lib_version: '5.0.0',
      $browser: 'Chrome',
      $os: 'Mac OS X',
      plan: 'enterprise',
      note: 'x'.repeat(620),
    },
  };
}

/** Durable acknowledgement against a floor that only reads and parses the same bodies. */
export async function benchCapture(): Promise<void> {
  const stack = await startBenchStack();
  const floor = await startServer(join(__dirname, 'floor', 'server.js'), []);
  try {
    const edge = await stack.startService('edge');
    await compare('capture: one 1 KB event per request, one edge process', floor, edge, {
      path: '/capture/',
      body: JSON.stringify({ api_key: PROJECT_API_KEY, ...event(1) }),
      seconds: 6,
      connections: 32,
    });
    const batch = Array.from({ length: 100 }, (_, i) => event(i));
    await compare('capture: /batch/ of 100 × 1 KB, plain JSON', floor, edge, {
      path: '/batch/',
      body: JSON.stringify({ api_key: PROJECT_API_KEY, batch }),
      seconds: 6,
      connections: 8,
    });
  } finally {
    await floor.stop();
    await stack.stop();
  }
}
