import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { copyBundledServer, findBundledServer } from './bundled-binaries';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-binaries-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('copyBundledServer', () => {
  it('makes a server that runs even if the package has no links', async () => {
    const bundled = findBundledServer(process.platform, process.arch)!;
    const bare = join(folder, 'bare');
    cpSync(bundled.root, bare, { recursive: true, verbatimSymlinks: true });
    // These are links after a first install, and copies of the files after an install from pnpm's store.
    const listed = JSON.parse(readFileSync(join(bare, 'pg-symlinks.json'), 'utf8')) as {
      target: string;
    }[];
    for (const { target } of listed) rmSync(join(bare, relative('native', target)));
    const version = (bin: string): string =>
      execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8', stdio: 'pipe' });
    expect(() => version(join(bare, 'bin'))).toThrow(/shared libraries/);

    const bin = await copyBundledServer({ root: bare, label: 'test' }, join(folder, 'copies'));
    expect(version(bin)).toMatch(/^postgres \(PostgreSQL\) 18/);
    expect(statSync(bin).mode & 0o777).toBe(0o755);
  });

  it('is null for a machine without a package on npm', () => {
    expect(findBundledServer('linux', 's390x')).toBeNull();
  });
});
