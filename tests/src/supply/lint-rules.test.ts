import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { REPOSITORY } from '../test-support/standalone';

const own = (count: number): string => 'work();\n'.repeat(count);
/** A function that has `count` lines of its own. The first and the last line of an inner function count, too. */
const factory = (count: number): string =>
  `export function factory(work: () => void) {\nconst inner = () => {\n${own(70)}};\ninner();\n${own(count - 5)}}\n`;

/** Files with one fault each, and the rule that must reject it. */
const FAULTS: readonly [name: string, file: string, code: string, rule: string][] = [
  [
    'a promise that is not awaited',
    'promise.ts',
    'export function f(p: Promise<void>) {\n  p;\n}\n',
    'typescript(no-floating-promises)',
  ],
  ['any', 'any.ts', 'export const f = (x: any) => x;\n', 'typescript(no-explicit-any)'],
  [
    'a condition that is always true',
    'condition.ts',
    "export const f = (x: string) => x ?? 'a';\n",
    'typescript(no-unnecessary-condition)',
  ],
  [
    'the environment outside of config.ts',
    'environment.ts',
    'export const home = process.env;\n',
    'eslint(no-restricted-properties)',
  ],
  [
    'a pattern of super-linear time',
    'pattern.ts',
    'export const pattern = /^(a+)+$/;\n',
    'regexp(no-super-linear-backtracking)',
  ],
  [
    'HTML in a component',
    'html.tsx',
    'export const A = () => <p dangerouslySetInnerHTML={{ __html: "" }} />;\n',
    'react(no-danger)',
  ],
  [
    'a hook in a condition',
    'hook.tsx',
    "import { useState } from 'react';\nexport function A({ on }: { on: boolean }) {\n  if (on) useState(1);\n  return null;\n}\n",
    'react-hooks(rules-of-hooks)',
  ],
  ['81 lines of one function', 'long.ts', factory(81), 'tidemark(max-own-lines)'],
  ['301 lines', 'file.ts', `export const work = () => 1;\n${own(300)}`, 'eslint(max-lines)'],
];

const CLEAN: readonly [file: string, code: string][] = [
  ['clean.ts', 'export const double = (x: number): number => 2 * x;\n'],
  ['factory.ts', factory(80)],
];

interface Report {
  readonly diagnostics: readonly { readonly code: string; readonly filename: string }[];
}

/** For each file, the rules that rejected it. */
let rejected: ReadonlyMap<string, readonly string[]>;
beforeAll(() => {
  const root = mkdtempSync(join(tmpdir(), 'lint-rules-'));
  try {
    rejected = lint(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

/**
 * Runs the linter on these files as files of the console, in a separate repository, because `npm test` checks this one
 * at the same time.
 */
function lint(root: string): ReadonlyMap<string, readonly string[]> {
  for (const name of ['node_modules', 'scripts']) {
    symlinkSync(join(REPOSITORY, name), join(root, name));
  }
  for (const name of ['.oxlintrc.json', 'tsconfig.base.json']) {
    copyFileSync(join(REPOSITORY, name), join(root, name));
  }
  const compilerOptions = { jsx: 'react-jsx', types: [] };
  writeFileSync(
    join(root, 'tsconfig.json'),
    JSON.stringify({ extends: './tsconfig.base.json', compilerOptions, include: ['packages'] }),
  );
  const folder = join(root, 'packages', 'console', 'src');
  mkdirSync(folder, { recursive: true });
  for (const [, file, code] of FAULTS) writeFileSync(join(folder, file), code);
  for (const [file, code] of CLEAN) writeFileSync(join(folder, file), code);

  const found = new Map<string, string[]>();
  for (const { filename, code } of (JSON.parse(outputOfLinter(root)) as Report).diagnostics) {
    found.set(basename(filename), [...(found.get(basename(filename)) ?? []), code]);
  }
  return found;
}

/** The linter exits with 1 if it finds a fault. */
function outputOfLinter(cwd: string): string {
  const program = join(REPOSITORY, 'node_modules', '.bin', 'oxlint');
  const args = ['--type-aware', '--format=json', 'packages'];
  try {
    return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  }
}

it.each(FAULTS)('rejects %s', (_, file, __, rule) => {
  expect(rejected.get(file)).toContain(rule);
});

it.each(CLEAN)('accepts %s', (file) => {
  expect(rejected.get(file) ?? []).toEqual([]);
});
