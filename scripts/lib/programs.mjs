import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { root, since } from './run.mjs';

/**
 * Bundles the compiled services for `npm start` and the tests, unless the bundles are up to date. The script is a part
 * of services/standalone, because it needs that package's dependency rolldown.
 */
export async function buildPrograms() {
  const script = join(root, 'services', 'standalone', 'build', 'programs.mjs');
  const { bundlePrograms } = await import(script);
  const from = performance.now();
  if (await bundlePrograms()) console.log(`Bundled the services (${since(from)})`);
}
