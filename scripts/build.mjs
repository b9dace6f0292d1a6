// npm run build: compiles every package, service, test and benchmark.
import { buildClientModule } from './lib/client-module.mjs';
import { buildConsole, generateRouteTypes } from './lib/console.mjs';
import { buildPrograms } from './lib/programs.mjs';
import { build, ensureInstalled, main } from './lib/workspace.mjs';

await main(async () => {
  await ensureInstalled();
  await generateRouteTypes();
  await Promise.all([build('.').then(buildPrograms), buildConsole(), buildClientModule()]);
});
