// npm start: installs, builds and runs all services on one port (docs/configuration.md). The script in package.json
// begins with `exec`, because npm's shell would otherwise receive Ctrl-C and hide the exit code.
import { buildConsole } from './lib/console.mjs';
import { buildPrograms } from './lib/programs.mjs';
import { buildUnchecked, ensureInstalled, main } from './lib/workspace.mjs';

await main(async () => {
  await ensureInstalled();
  await Promise.all([buildUnchecked('services/standalone').then(buildPrograms), buildConsole()]);
  await import('../programs/services/standalone/dist/main.js');
});
