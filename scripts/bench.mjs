// npm run bench -- [capture|flags|definitions|destinations|deliveries|hogql|query|question|analytics|actions|ingest|import|console|live|live-flags]: ratios to a floor measured in the same run; ingest: the whole path.
import { run } from './lib/run.mjs';
import { build, ensureInstalled, main } from './lib/workspace.mjs';

await main(async () => {
  await ensureInstalled();
  await build('bench');
  process.exitCode = await run(process.execPath, ['bench/dist/main.js', ...process.argv.slice(2)]);
});
