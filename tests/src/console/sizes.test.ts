import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../test-support/standalone';

const DIST = join(REPOSITORY, 'packages', 'console', 'dist');
const KILOBYTE = 1_000;
/** The maximum sizes of compressed JavaScript (docs/console.md). */
const FIRST_SCREEN_BYTES = 200 * KILOBYTE;
const SCREEN_BYTES = 40 * KILOBYTE;
/** For code that is loaded on demand: the SQL editor, which is larger than a screen, and charts. */
const LAZY_BYTES = 150 * KILOBYTE;

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

const manifest = JSON.parse(readFileSync(join(DIST, '.vite', 'manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>;

/** A chunk and all chunks that it imports. */
function withImports(key: string, found = new Set<string>()): Set<string> {
  if (found.has(key)) return found;
  found.add(key);
  for (const next of manifest[key]?.imports ?? []) withImports(next, found);
  return found;
}

function gzipBytes(keys: Iterable<string>): number {
  const files = new Set([...keys].map((key) => manifest[key]?.file ?? ''));
  return [...files]
    .filter((file) => file.endsWith('.js'))
    .reduce((sum, file) => sum + readFileSync(join(DIST, `${file}.gz`)).length, 0);
}

const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry === true) ?? '';
const shell = withImports(entry);
const screens = (manifest[entry]?.dynamicImports ?? []).filter((key) => key.includes('/screens/'));

/** The size that a chunk adds to the chunks that are already loaded. */
function addedBy(key: string, there: ReadonlySet<string>): number {
  return gzipBytes([...withImports(key)].filter((imported) => !there.has(imported)));
}

describe('sizes of the console', () => {
  it('finds the entry and the screens of the build', () => {
    expect(gzipBytes(shell)).toBeGreaterThan(50 * KILOBYTE);
    expect(screens.length).toBeGreaterThan(2);
  });

  it.each(screens)('keeps the first screen within its budget if it is %s', (screen) => {
    expect(gzipBytes(shell) + addedBy(screen, shell)).toBeLessThanOrEqual(FIRST_SCREEN_BYTES);
  });

  it.each(screens)('keeps %s within the budget of a screen', (screen) => {
    expect(addedBy(screen, shell)).toBeLessThanOrEqual(SCREEN_BYTES);
  });

  it('keeps code that is loaded on demand within its budget', () => {
    for (const [key, { dynamicImports }] of Object.entries(manifest)) {
      if (key === entry) continue;
      const there = new Set([...shell, ...withImports(key)]);
      for (const lazy of dynamicImports ?? []) {
        expect([lazy, addedBy(lazy, there) <= LAZY_BYTES]).toEqual([lazy, true]);
      }
    }
  });
});
