import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../test-support/standalone';

/** The tests, with their paths from the root of the repository. */
function tests(): { readonly path: string; readonly text: string }[] {
  const packages = ['packages', 'services'].flatMap((folder) =>
    readdirSync(join(REPOSITORY, folder)).map((name) => join(folder, name, 'src')),
  );
  return [...packages, join('tests', 'src')].flatMap((folder) =>
    readdirSync(join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts'))
      .map((path) => join(folder, path))
      .map((path) => ({ path, text: readFileSync(join(REPOSITORY, path), 'utf8') })),
  );
}

it('FLUSHALL is only sent to a Redis that the test has started, never to the one that all tests share', () => {
  const flushing = tests().filter(({ text }) => /\.flushall\(/i.test(text));
  expect(flushing.length).toBeGreaterThan(0);
  const shared = flushing.filter(({ text }) => !/\bstart(?:Embedded)?Redis/.test(text));
  expect(shared.map(({ path }) => path)).toEqual([]);
});
