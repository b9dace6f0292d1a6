import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../test-support/standalone';
import { CHANNEL, fateOfKey } from './known-places';

/** The source files of packages and services, without tests. */
function sources(): string[] {
  return ['packages', 'services'].flatMap((folder) =>
    readdirSync(join(REPOSITORY, folder)).flatMap((name) => {
      const from = join(REPOSITORY, folder, name, 'src');
      return readdirSync(from, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|(?:^|\/)test-support\//.test(path))
        .map((path) => readFileSync(join(from, path), 'utf8'));
    }),
  );
}

/** Patterns of names that the code inserts as the first part of a key. */
const NAMED: readonly RegExp[] = [
  /createByteBudget\(redis, \{ name: '([\w-]+)'/g,
  /createFairSlots\(redis, \{\s+name: '([\w-]+)'/g,
];

/** The text that follows `tidemark:` in the code, without inserted parts. */
function keysInSources(): string[] {
  const texts = sources();
  const written = texts.flatMap((text) =>
    // `tidemark://` is excluded, because it begins the URI of a resource for agents.
    [...text.matchAll(/['"`]tidemark:(?!\/\/)(\{?[\w-]*\$?)/g)].map(([, key = '']) => key),
  );
  const named = NAMED.flatMap((pattern) =>
    texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)),
  );
  return [
    ...written.filter((key) => key !== '$' && key !== '{$'),
    ...named.map((name) => (name.endsWith('slots') ? `{${name}}:` : `${name}:`)),
  ];
}

it('is defined for every key of Redis that the code writes', () => {
  const keys = [...new Set(keysInSources())].sort();
  expect(keys).toEqual(expect.arrayContaining(['{query-cache', '{query-slots}:', 'query-budget:']));
  expect(keys.length).toBeGreaterThan(25);
  const unknown = keys.filter(
    (key) => key !== CHANNEL && fateOfKey(key) === undefined && fateOfKey(`${key}:`) === undefined,
  );
  expect(unknown).toEqual([]);
});
