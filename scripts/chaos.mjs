// npm run chaos -- --rounds 20: causes one fault per round while events are sent, and then checks whether all events
// were stored.
import { buildPrograms } from './lib/programs.mjs';
import { run } from './lib/run.mjs';
import { build, ensureInstalled, main } from './lib/workspace.mjs';

await main(async () => {
  await ensureInstalled();
  await build('.').then(buildPrograms);
  process.exitCode = await run(process.execPath, [
    'tests/dist/chaos/main.js',
    ...process.argv.slice(2),
  ]);
});
