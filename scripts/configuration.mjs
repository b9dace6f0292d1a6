// npm run configuration: writes the tables of docs/configuration.md from the configuration schemas of the services.
import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { build, ensureInstalled, main } from './lib/workspace.mjs';

const PAGE = 'docs/configuration.md';

await main(async () => {
  await ensureInstalled();
  await build('packages/configuration');
  const { referencePage } = await import('../packages/configuration/dist/index.js');
  const page = await readFile(PAGE, 'utf8');
  const written = page.replace(
    /<!-- generated -->[\s\S]*<!-- end -->/,
    () => `<!-- generated -->\n\n${referencePage()}\n<!-- end -->`,
  );
  const options = await resolveConfig(PAGE);
  await writeFile(PAGE, await format(written, { ...options, filepath: PAGE }));
});
