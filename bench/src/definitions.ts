import { join } from 'node:path';
import { startServer } from './child';
import { compare } from './compare';
import { createFlags } from './seed/flags';
import { PERSONAL_API_KEY, PROJECT_API_KEY, startBenchStack } from './stack';

const FLAGS = 100;

/** Measures the flag definitions that SDKs poll: the full response, and the response 304 if nothing changed. */
export async function benchDefinitions(): Promise<void> {
  const stack = await startBenchStack();
  try {
    const api = await stack.startService('api');
    await createFlags(api.url, FLAGS);
    await api.stop();
    const edge = await stack.startService('edge', { FLAG_DEFINITIONS_PER_MINUTE: '0' });
    const path = `/flags/definitions?token=${PROJECT_API_KEY}&send_cohorts`;
    const headers = { authorization: `Bearer ${PERSONAL_API_KEY}` };
    const sample = await fetch(edge.url + path, { headers });
    const document = await sample.text();
    const etag = sample.headers.get('etag') ?? '';
    const fixed = join(__dirname, 'floor', 'fixed-response.js');
    const options = { path, headers, bodies: [], seconds: 4, connections: 32, target: 0.5 };

    const full = await startServer(fixed, ['200', document]);
    const title = `definitions: ${FLAGS} flags, ${document.length} bytes, one edge process`;
    await compare(title, full, edge, options);
    await full.stop();

    const unchanged = await startServer(fixed, ['304']);
    const conditional = { ...headers, 'if-none-match': etag };
    await compare('definitions: 304, one edge process', unchanged, edge, {
      ...options,
      headers: conditional,
      status: 304,
    });
    await unchanged.stop();
  } finally {
    await stack.stop();
  }
}
