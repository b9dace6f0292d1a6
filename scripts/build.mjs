// npm run build: compiles every package, service, test and benchmark.
import { build, ensureInstalled, main } from './lib/workspace.mjs';

await main(async () => {
  await ensureInstalled();
  await build('.');
});
