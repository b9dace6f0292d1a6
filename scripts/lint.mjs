// npm run lint: checks formatting, lint rules, import rules and types.
import { generateRouteTypes } from './lib/console.mjs';
import { runChecks } from './lib/checks.mjs';
import { ensureInstalled, main } from './lib/workspace.mjs';

await main(async () => {
  await ensureInstalled();
  await generateRouteTypes();
  const failed = await runChecks();
  process.exitCode = failed.length === 0 ? 0 : 1;
});
