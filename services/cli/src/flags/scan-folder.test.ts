import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runCommand } from '../program';
import { scanFolder } from './scan-folder';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidemark-scan-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function files(contents: Readonly<Record<string, string | Buffer>>): Promise<void> {
  for (const [path, content] of Object.entries(contents)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

it('reads the files that no .gitignore excludes, also of folders with their own .gitignore', async () => {
  await files({
    '.gitignore': 'dist/\n*.log\n!keep.log\n',
    'src/app.ts': "\nposthog.isFeatureEnabled('beta')",
    'src/.gitignore': 'generated.ts\n!debug.log',
    'src/generated.ts': "'beta'",
    'src/debug.log': 'beta',
    'debug.log': 'beta',
    'keep.log': 'beta',
    'dist/app.js': "isFeatureEnabled('beta')",
    'node_modules/x/index.js': "isFeatureEnabled('beta')",
    '.git/config': 'beta',
    'image.png': Buffer.from([0, 98, 101, 116, 97]),
    'large.json': `"beta"${' '.repeat(1_000_000)}`,
  });
  await symlink(join(folder, 'keep.log'), join(folder, 'link.log'));
  const { files: count, references, tooLarge } = await scanFolder(folder, new Set(['beta']));
  expect(references).toEqual([
    { key: 'beta', kind: 'text', path: 'keep.log', line: 1 },
    { key: 'beta', kind: 'call', path: 'src/app.ts', line: 2 },
    { key: 'beta', kind: 'text', path: 'src/debug.log', line: 1 },
  ]);
  // The two .gitignore files are included.
  expect(count).toBe(5);
  expect(tooLarge).toEqual(['large.json']);
});

it('prints the references to flags, and the flags without references', async () => {
  await files({
    'a.py': 'client.feature_enabled("beta")',
    'b.md': 'The beta is over.',
    'lib/bundle.js': `"gone"${' '.repeat(1_000_000)}`,
  });
  const out: string[] = [];
  const terminal = { out: (text: string) => void out.push(text), err: () => undefined };
  const line = ['flags', 'references', folder, '--flag', 'beta', 'gone'];
  expect(await runCommand(line, {}, terminal)).toBe(0);
  expect(out.join('\n').split('\n')).toEqual([
    'FLAG  KIND  PLACE',
    'beta  call  a.py:1',
    'beta  text  b.md:1',
    '2 references in 2 files',
    'not read, because larger than 1 MB:',
    '  lib/bundle.js',
    'flags without references:',
    '  gone',
  ]);
  expect(
    await runCommand(['flags', 'references', join(folder, 'none'), '--flag', 'x'], {}, terminal),
  ).toBe(2);
  expect(await runCommand(['flags', 'references', folder], {}, terminal)).toBe(2);
});
