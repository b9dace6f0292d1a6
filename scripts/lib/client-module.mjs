import { join } from 'node:path';
import { root } from './run.mjs';

/** Builds packages/client as an ES module; its script knows rolldown, a dependency of that package. */
export async function buildClientModule() {
  const script = join(root, 'packages', 'client', 'build', 'module.mjs');
  const { buildModule } = await import(script);
  await buildModule();
}
