// npm run tidemark -- <command>: operates a running product (docs/operations.md).
import { build, ensureInstalled, main } from './lib/workspace.mjs';

await main(async () => {
  // Only the output of the command goes to standard output, because scripts read JSON from it.
  const print = console.log;
  console.log = console.error;
  await ensureInstalled();
  await build('services/cli');
  console.log = print;
  const { runTidemark } = await import('../services/cli/dist/index.js');
  process.exitCode = await runTidemark(process.argv.slice(2));
});
