import { join } from 'node:path';
import { batchBodies, singleBodies } from './capture-bodies';
import { startServer } from './child';
import { compare } from './compare';
import { startBenchStack } from './stack';

const SECONDS = 4;

/**
 * Measures the edge, which acknowledges events after storing them in the log. The floor only decompresses and parses
 * the same bodies.
 */
export async function benchCapture(): Promise<void> {
  const stack = await startBenchStack();
  const floor = await startServer(join(__dirname, 'floor', 'server.js'), []);
  try {
    const edge = await stack.startService('edge');
    const common = { seconds: SECONDS, tidy: () => stack.emptyLog() };
    await compare('capture: one 1 KB event per request, one edge process', floor, edge, {
      ...common,
      path: '/capture/',
      bodies: singleBodies(200),
      connections: 32,
      target: 0.5,
    });
    for (const users of [100, 1]) {
      const title = `capture: /batch/ of 100 × 1 KB, gzip, distinct ids in each: ${users}`;
      await compare(title, floor, edge, {
        ...common,
        path: '/batch/',
        bodies: batchBodies(10, 100, users),
        headers: { 'content-encoding': 'gzip' },
        connections: 8,
        target: 0.6,
      });
    }
  } finally {
    await floor.stop();
    await stack.stop();
  }
}
