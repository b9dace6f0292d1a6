// Writes dist/index.mjs, the same client as an ES module for browsers, bundlers and Node.js: one file, which
// imports openapi-fetch only.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..');

export async function buildModule() {
  const bundle = await rolldown({
    input: join(folder, 'src', 'index.ts'),
    external: ['openapi-fetch'],
  });
  await bundle.write({ file: join(folder, 'dist', 'index.mjs'), format: 'esm' });
  await bundle.close();
  writeFileSync(join(folder, 'dist', 'index.d.mts'), "export * from './index.js';\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildModule();
