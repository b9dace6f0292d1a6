// npm run console:dev: serves the console beside a running `npm start`, and reloads it when its sources change.
import { join } from 'node:path';
import { generateRouteTypes } from './lib/console.mjs';
import { root, run } from './lib/run.mjs';
import { ensureInstalled, main } from './lib/workspace.mjs';

await main(async () => {
  await ensureInstalled();
  await generateRouteTypes();
  const folder = join(root, 'packages', 'console');
  const vite = join(folder, 'node_modules', 'vite', 'bin', 'vite.js');
  process.exitCode = await run(process.execPath, [vite, folder, ...process.argv.slice(2)]);
});
