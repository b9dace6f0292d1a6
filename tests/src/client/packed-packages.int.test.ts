import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..', '..');

it.each(['client', 'mcp-tools', 'browser-live-flags'])(
  'npm pack makes a package of %s that npm can install',
  (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-pack-'));
    const source = join(ROOT, 'packages', name);
    const before = readFileSync(join(source, 'package.json'), 'utf8');
    try {
      execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: source });
      const [archive = ''] = readdirSync(folder);
      const read = (path: string) =>
        execFileSync('tar', ['-xOf', join(folder, archive), `package/${path}`], {
          encoding: 'utf8',
        });
      const { dependencies, devDependencies } = JSON.parse(read('package.json')) as {
        readonly dependencies: Readonly<Record<string, string>>;
        readonly devDependencies?: unknown;
      };
      expect(devDependencies).toBeUndefined();
      for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+/);
      expect(read('LICENSE')).toContain('MIT');
      expect(readFileSync(join(source, 'package.json'), 'utf8')).toBe(before);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
