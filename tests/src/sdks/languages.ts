import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY } from '../test-support/standalone';

const run = promisify(execFile);
const PROGRAMS = join(REPOSITORY, 'tests', 'sdks');
const CACHE = join(REPOSITORY, '.cache', 'sdks');
/** The first build downloads and compiles the SDK. */
const BUILD_MS = 20 * 60_000;

/** A language with a PostHog SDK, and the program that uses the SDK (`tests/sdks`). */
export interface Language {
  readonly name: string;
  /** The commands that must be on PATH. */
  readonly tools: readonly string[];
  /** Whether the local evaluation of the SDK differs from the product's for some flags, which are not compared. */
  readonly isSimple: boolean;
  /** Downloads the SDK and builds the program, once per checkout. Returns the command line without its argument. */
  build(): Promise<readonly [string, ...string[]]>;
}

export const LANGUAGES: readonly Language[] = [
  {
    name: 'Python',
    tools: ['python3'],
    isSimple: false,
    async build() {
      const environment = cacheOf('python');
      const python = join(environment, 'bin', 'python');
      if (!existsSync(python)) await compile('python3', ['-m', 'venv', environment]);
      const requirements = join(PROGRAMS, 'python', 'requirements.txt');
      await compile(python, ['-m', 'pip', 'install', '--quiet', '--requirement', requirements]);
      return [python, join(PROGRAMS, 'python', 'program.py')];
    },
  },
  {
    name: 'Go',
    tools: ['go'],
    isSimple: true,
    async build() {
      const program = join(cacheOf('go'), 'program');
      await compile('go', ['build', '-o', program, '.'], join(PROGRAMS, 'go'));
      return [program];
    },
  },
  {
    name: 'Rust',
    tools: ['cargo'],
    isSimple: true,
    async build() {
      const target = cacheOf('rust');
      const args = ['build', '--quiet', '--locked', '--target-dir', target];
      await compile('cargo', args, join(PROGRAMS, 'rust'));
      return [join(target, 'debug', 'tidemark-sdk')];
    },
  },
  {
    name: 'Java',
    tools: ['java', 'javac', 'mvn'],
    isSimple: true,
    async build() {
      const folder = cacheOf('java');
      const source = join(PROGRAMS, 'java');
      const jars = join(folder, 'jars');
      const copy = ['dependency:copy-dependencies', `-DoutputDirectory=${jars}`];
      await compile('mvn', ['--quiet', '--batch-mode', ...copy], source);
      const path = `${folder}:${join(jars, '*')}`;
      await compile('javac', ['-cp', path, '-d', folder, join(source, 'Program.java')]);
      return ['java', '-cp', path, 'Program'];
    },
  },
];

/** The first tool of a language that is not on PATH; null if all are. */
export function missingTool({ tools }: Language): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const isThere = (tool: string): boolean =>
    folders.some((folder) => folder !== '' && existsSync(join(folder, tool)));
  return tools.find((tool) => !isThere(tool)) ?? null;
}

function cacheOf(name: string): string {
  const folder = join(CACHE, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

async function compile(command: string, args: readonly string[], cwd = PROGRAMS): Promise<void> {
  await run(command, args, { cwd, timeout: BUILD_MS, maxBuffer: 64 * 1024 ** 2 });
}
