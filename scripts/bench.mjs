// npm run bench --
// [capture|flags|definitions|destinations|deliveries|hogql|query|question|analytics|actions|ingest|outage|import|console|live|live-flags]:
// runs a benchmark. Most print a ratio to a floor that is measured in the same run; ingest measures the path from
// capture to the stored event.
import { buildPrograms } from './lib/programs.mjs';
import { run } from './lib/run.mjs';
import { build, ensureInstalled, main } from './lib/workspace.mjs';

await main(async () => {
  await ensureInstalled();
  await build('bench', 'services/standalone').then(buildPrograms);
  process.exitCode = await run(process.execPath, ['bench/dist/main.js', ...process.argv.slice(2)]);
});
