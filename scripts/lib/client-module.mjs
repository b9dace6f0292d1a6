import { join } from 'node:path';
import { root } from './run.mjs';

/**
 * Builds packages/client as an ES module. The script is a part of that package, because it needs the package's
 * dependency rolldown.
 */
export async function buildClientModule() {
  const script = join(root, 'packages', 'client', 'build', 'module.mjs');
  const { buildModule } = await import(script);
  await buildModule();
}
