// npm start: installs, builds and runs everything on one port (docs/configuration.md).
// package.json says `exec`: npm's shell would take the Ctrl-C for itself and hide our exit code.
import { buildConsole } from './lib/console.mjs';
import { buildUnchecked, ensureInstalled, main } from './lib/workspace.mjs';

await main(async () => {
  await ensureInstalled();
  await Promise.all([buildUnchecked('services/standalone'), buildConsole()]);
  const { runUntilStopped } = await import('../services/standalone/dist/index.js');
  await runUntilStopped();
});
