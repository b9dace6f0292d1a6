// npm run release: makes the next version from the files in .changeset: updates CHANGELOG.md, every package.json, and
// the image tags of compose and Kubernetes.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, root, run } from './lib/run.mjs';
import { statedVersions, versionPattern } from './lib/versions.mjs';

const versionOf = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;

const before = versionOf();
process.exitCode = await run(bin('changeset'), ['version']);
const after = versionOf();
if (process.exitCode === 0) {
  for (const { file } of statedVersions()) {
    const path = join(root, file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      text.replace(versionPattern(file), (_, lead) => lead + after),
    );
  }
  console.log(`${before} is ${after} now`);
}
