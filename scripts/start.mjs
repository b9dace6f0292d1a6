// npm start: installs, builds and runs everything on one port (docs/configuration.md).
// package.json says `exec`: npm's shell would take the Ctrl-C for itself and hide our exit code.
import { buildUnchecked, ensureInstalled, main } from './lib/workspace.mjs';

await main(async () => {
  await ensureInstalled();
  await buildUnchecked('services/standalone');
  const { runUntilStopped } = await import('../services/standalone/dist/index.js');
  await runUntilStopped();
});
