// npm run chaos -- --rounds 20: faults under load, one a round, and what became of the events.
import { run } from './lib/run.mjs';
import { build, ensureInstalled, main } from './lib/workspace.mjs';

await main(async () => {
  await ensureInstalled();
  await build('.');
  process.exitCode = await run(process.execPath, [
    'tests/dist/chaos/main.js',
    ...process.argv.slice(2),
  ]);
});
