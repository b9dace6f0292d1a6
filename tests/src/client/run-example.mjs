// Runs an example of the client from here, where its packages are installed: a copy beside this file.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const [name] = process.argv.splice(2, 1);
const folder = mkdtempSync(join(here, '..', '..', 'node_modules', '.example-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
copyFileSync(
  join(here, '..', '..', '..', 'packages', 'client', 'examples', name),
  join(folder, name),
);
await import(pathToFileURL(join(folder, name)).href);
