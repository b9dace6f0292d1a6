import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../test-support/standalone';

interface PackageFile {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Row {
  readonly name: string;
  readonly licence: string;
  readonly purpose: string;
  readonly trust: string;
}

const read = (path: string): string => readFileSync(join(REPOSITORY, path), 'utf8');

function packageFiles(): string[] {
  const below = ['packages', 'services'].flatMap((folder) =>
    readdirSync(join(REPOSITORY, folder)).map((name) => join(folder, name)),
  );
  return ['.', 'tests', 'tests/node-versions', 'bench', 'scripts/pnpm', ...below]
    .map((folder) => join(folder, 'package.json'))
    .filter((path) => existsSync(join(REPOSITORY, path)));
}

/** All packages of other authors that a `package.json` of the repository lists. */
function directDependencies(): Set<string> {
  return new Set(
    packageFiles().flatMap((path) => {
      const file = JSON.parse(read(path)) as PackageFile;
      return [file.dependencies, file.devDependencies, file.optionalDependencies].flatMap((some) =>
        Object.entries(some ?? {})
          .filter(([, range]) => !range.startsWith('workspace:'))
          .map(([name]) => name),
      );
    }),
  );
}

function rows(): Row[] {
  return [...read('docs/dependencies.md').matchAll(/^\| `(.+?)` *\|(.*)\|$/gm)].map(
    ([, name = '', cells = '']) => {
      const [licence = '', purpose = '', trust = ''] = cells.split('|').map((cell) => cell.trim());
      return { name, licence, purpose, trust };
    },
  );
}

describe('docs/dependencies.md', () => {
  it('lists every direct dependency once, and nothing else', () => {
    const listed = rows().map(({ name }) => name);
    expect([...listed].sort()).toEqual([...directDependencies()].sort());
  });

  it('names the licence, the purpose and the reason for trust of each', () => {
    for (const row of rows()) {
      expect(row.purpose).toMatch(/\w{3}/);
      expect(row.trust).toMatch(/\w{3}/);
      // Copyleft licences and unknown ones are not allowed.
      expect(row.licence).toMatch(
        /^(MIT|MIT-0|ISC|BlueOak-1\.0\.0|BSD-3-Clause|Apache-2\.0|CC0-1\.0|CC-BY-4\.0|\(Apache-2\.0 AND MIT\)|SEE LICENSE .*)$/,
      );
    }
  });
});

describe('versions', () => {
  it('are exact in the catalog and in each dependency outside of it', () => {
    const catalog = /^catalog:\n((?: {2}.*\n)+)/m.exec(read('pnpm-workspace.yaml'))?.[1] ?? '';
    const versions = catalog
      .trimEnd()
      .split('\n')
      .map((line) => line.slice(line.indexOf(': ') + 2));
    expect(versions.length).toBeGreaterThan(50);
    for (const version of versions) {
      expect(version).toMatch(/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/);
    }
    const named = JSON.parse(read('scripts/pnpm/package.json')) as PackageFile;
    expect(named.dependencies?.['pnpm']).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('of pnpm have a checksum, and no script or image uses another version', () => {
    const wanted = (JSON.parse(read('scripts/pnpm/package.json')) as PackageFile).dependencies;
    const lock = JSON.parse(read('scripts/pnpm/package-lock.json')) as {
      packages: Record<string, { version: string; integrity: string }>;
    };
    const locked = lock.packages['node_modules/pnpm'];
    expect(locked?.version).toBe(wanted?.['pnpm']);
    expect(locked?.integrity).toMatch(/^sha512-[\w+/]{86}==$/);
    const scripts = ['scripts', 'scripts/lib'].flatMap((folder) =>
      readdirSync(join(REPOSITORY, folder))
        .filter((file) => file.endsWith('.mjs'))
        .map((file) => read(join(folder, file))),
    );
    for (const text of [...scripts, read('Dockerfile')]) {
      expect(text).not.toMatch(/pnpm@\d|'npx'|npm install --global/);
    }
    expect(read('Dockerfile')).toContain('npm ci --prefix scripts/pnpm');
  });

  it('have been public for days before they can be installed', () => {
    const minutes = /^minimumReleaseAge: (\d+)$/m.exec(read('pnpm-workspace.yaml'))?.[1];
    expect(Number(minutes)).toBeGreaterThanOrEqual(3 * 24 * 60);
  });
});
