import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../test-support/standalone';

/** Evaluates an expression with a module of `scripts/lib`, which Jest cannot load. */
function evaluate(module: string, expression: string): unknown {
  const path = join(REPOSITORY, 'scripts', 'lib', module);
  const code = `import * as it from ${JSON.stringify(path)};
    process.stdout.write(JSON.stringify(${expression}));`;
  const args = ['--input-type=module', '--eval', code];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' }));
}

describe('images', () => {
  it('of other publishers have a tag and a digest', () => {
    const images = evaluate('images.mjs', 'it.allImages()') as {
      file: string;
      name: string;
      digest: string | null;
    }[];
    expect(images.length).toBeGreaterThanOrEqual(9);
    for (const { file, name, digest } of images) {
      expect({ file, name, digest }).toMatchObject({
        digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as string,
      });
    }
  });

  it('with one name have one digest', () => {
    const images = evaluate('images.mjs', 'it.allImages()') as { name: string; digest: string }[];
    const names = new Set(images.map(({ name }) => name));
    const both = new Set(images.map(({ name, digest }) => `${name}@${digest}`));
    expect(both.size).toBe(names.size);
  });
});

describe('checks', () => {
  it('that could not run are neither passed nor failed', () => {
    expect(evaluate('outcome.mjs', '[0, 1, 2, it.NOT_RUN].map(it.outcomeOf)')).toEqual([
      'passed ',
      'FAILED ',
      'FAILED ',
      'NOT RUN',
    ]);
  });

  it('include an audit without a report among those that could not run', () => {
    const judge = (report: string): unknown =>
      evaluate('advisories.mjs', `it.judge(${JSON.stringify(report)}, [], new Date(0))`);
    for (const report of ['', 'connect ETIMEDOUT', '{"error":{"message":"405"}}']) {
      expect(judge(report)).toMatchObject({ unavailable: expect.any(String) as string });
    }
    expect(judge('{"advisories":{}}')).toEqual({ unavailable: null, problems: [] });
  });
});

describe('a limited time of npm test', () => {
  const timings = { 'a.test.ts': 100, 'b.test.ts': 60, 'c.test.ts': 50, 'quick.test.ts': 2 };
  const choose = (room: object): unknown =>
    evaluate(
      'test-budget.mjs',
      `it.chooseFitting(['c.test.ts', 'a.test.ts', 'b.test.ts'], ${JSON.stringify(timings)}, ${JSON.stringify(room)})`,
    );

  it('leaves out long files that would not end in time', () => {
    expect(choose({ seconds: 115, workers: 2, slowness: 1 })).toEqual({
      run: ['a.test.ts', 'b.test.ts', 'c.test.ts'],
      notRun: [],
    });
    expect(choose({ seconds: 115, workers: 2, slowness: 1.1 })).toEqual({
      run: ['a.test.ts', 'b.test.ts'],
      notRun: ['c.test.ts'],
    });
    expect(choose({ seconds: -5, workers: 2, slowness: 1 })).toEqual({
      run: [],
      notRun: ['a.test.ts', 'b.test.ts', 'c.test.ts'],
    });
  });

  it('applies only if it is given, and must be a positive number', () => {
    const left = (environment: object): unknown =>
      evaluate(
        'test-budget.mjs',
        `it.readBudget(${JSON.stringify(environment)}, 0, () => 30_000)?.secondsLeft() ?? null`,
      );
    expect(left({})).toBeNull();
    expect(left({ TEST_BUDGET_MINUTES: '2' })).toBe(90);
    for (const wrong of ['0', '-5', 'ten']) {
      expect(() => left({ TEST_BUDGET_MINUTES: wrong })).toThrow(
        'TEST_BUDGET_MINUTES must be a positive number',
      );
    }
  });

  /**
   * Runs files on one worker. A file takes its recorded time, times the given factor; a file without a recorded time
   * takes 90 s.
   */
  const simulate = (minutes: number, factors: Readonly<Record<string, number>>): unknown =>
    evaluate(
      'test-budget.mjs',
      `await (async () => {
        const timings = ${JSON.stringify(timings)};
        const factors = ${JSON.stringify(factors)};
        let now = 0;
        const groups = [];
        const runFiles = async (paths) => {
          groups.push(paths);
          const files = paths.map((path) => ({ path, seconds: (timings[path] ?? 90) * factors[path] }));
          for (const { seconds } of files) now += seconds * 1000;
          return { passed: files.length, failed: 0, failedFiles: [], failures: [], files };
        };
        const budget = it.readBudget({ TEST_BUDGET_MINUTES: '${minutes}' }, 0, () => now);
        const paths = Object.keys(factors);
        const { passed, notRun, slowness } = await it.runWithin(budget, { paths, timings, workers: 1, runFiles });
        return { groups, passed, notRun, slowness, seconds: now / 1000 };
      })()`,
    );
  const slow = { 'a.test.ts': 2, 'b.test.ts': 2, 'c.test.ts': 2, 'quick.test.ts': 2 };

  it('keeps a part of the time for files that fail', () => {
    // 510 s of 600 s: the files with 4, 200, 120 and 100 s fit. Of 300 s, 255 s: only those with 4 and 200 s fit.
    expect(simulate(10, slow)).toMatchObject({ passed: 4, notRun: [], seconds: 424 });
    expect(simulate(5, slow)).toEqual({
      groups: [['quick.test.ts'], ['a.test.ts']],
      passed: 2,
      notRun: ['b.test.ts', 'c.test.ts'],
      slowness: 2,
      seconds: 204,
    });
  });

  it('considers the left out files again when the others were faster than expected', () => {
    expect(simulate(5, { ...slow, 'a.test.ts': 0.5, 'b.test.ts': 0.5 })).toMatchObject({
      groups: [['quick.test.ts'], ['a.test.ts'], ['b.test.ts', 'c.test.ts']],
      passed: 4,
      notRun: [],
      seconds: 184,
    });
  });

  it('counts a file without a recorded time as quick, and not for the speed of the machine', () => {
    expect(simulate(10, { 'new.test.ts': 5, 'quick.test.ts': 2, 'a.test.ts': 2 })).toMatchObject({
      groups: [['new.test.ts', 'quick.test.ts']],
      notRun: ['a.test.ts'],
      slowness: 2,
    });
    expect(simulate(10, { 'new.test.ts': 1 })).toMatchObject({ passed: 1, slowness: 1 });
  });
});

describe('the version', () => {
  it('is the same in every file that contains it', () => {
    const stated = evaluate('versions.mjs', 'it.statedVersions()') as {
      file: string;
      version: string;
    }[];
    const { version } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(stated.length).toBeGreaterThan(30);
    expect(stated.filter((place) => place.version !== version)).toEqual([]);
    expect(readFileSync(join(REPOSITORY, 'CHANGELOG.md'), 'utf8')).toContain(`\n## ${version}\n`);
  });
});

describe('npm run sbom', () => {
  it('lists every package of the lock file with its checksum, and the packages that services use', () => {
    const text = execFileSync(process.execPath, [join(REPOSITORY, 'scripts', 'sbom.mjs')], {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    const sbom = JSON.parse(text) as {
      bomFormat: string;
      specVersion: string;
      components: {
        'bom-ref': string;
        name: string;
        purl: string;
        scope: string;
        hashes: { alg: string; content: string }[];
        licenses?: unknown[];
      }[];
      dependencies: { ref: string; dependsOn: string[] }[];
    };
    expect([sbom.bomFormat, sbom.specVersion]).toEqual(['CycloneDX', '1.6']);
    expect(sbom.components.length).toBeGreaterThan(500);
    for (const { purl, hashes } of sbom.components) {
      expect(purl).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d/);
      expect(hashes[0]).toEqual({
        alg: 'SHA-512',
        content: expect.stringMatching(/^[0-9a-f]{128}$/) as string,
      });
    }
    const scopeOf = (name: string) => sbom.components.find((one) => one.name === name)?.scope;
    expect(['ioredis', 'pg-types', 'zod'].map(scopeOf)).toEqual(Array(3).fill('required'));
    expect(['jest', 'playwright-core'].map(scopeOf)).toEqual(Array(2).fill('excluded'));
    const refs = new Set(sbom.components.map((one) => one['bom-ref']));
    for (const { dependsOn } of sbom.dependencies) {
      expect(dependsOn.filter((ref) => !refs.has(ref))).toEqual([]);
    }
  });
});
