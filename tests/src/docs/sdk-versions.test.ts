import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../test-support/standalone';

const read = (path: string): string => readFileSync(join(REPOSITORY, path), 'utf8');

/** The versions that a file pins, in the format of the table. */
function pinned(path: string, pattern: RegExp, name = (found: string): string => found): string[] {
  return [...read(path).matchAll(pattern)].map(
    ([, sdk = '', version = '']) => `${name(sdk)} ${version}`,
  );
}

/** Packages that are not SDKs: parts of SDKs, and a parser that a test compares with Tidemark's. */
const PARTS =
  /^(@posthog\/hogql-parser|@openfeature\/(core|ofrep-.*)|@opentelemetry\/(?!exporter-)\S*)/;

const installed = [
  ...pinned(
    'pnpm-workspace.yaml',
    /^ {2}'?(?:posthog-node-\S+: npm:)?((?:@(?:posthog|openfeature|opentelemetry)\/|posthog-)[\w/-]+?)'?(?:: |@)(\d\S*)$/gm,
  ).filter((sdk) => !PARTS.test(sdk)),
  ...pinned('tests/sdks/python/requirements.txt', /^(posthog)==(\S+)$/gm, () => 'posthog (Python)'),
  ...pinned('tests/sdks/go/go.mod', /posthog\/(posthog-go) v(\S+)/g),
  ...pinned('tests/sdks/rust/Cargo.toml', /^(posthog-rs) = \{ version = "=([^"]+)"/gm),
  ...pinned(
    'tests/sdks/java/pom.xml',
    /<artifactId>(posthog-server)<\/artifactId>\s*<version>([^<]+)</g,
    (sdk) => `${sdk} (Java)`,
  ),
];

const page = read('docs/compatibility/sdks.md');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

it('lists each SDK that is installed for the tests, with its version', () => {
  const listed = rows.map(([sdk, version]) => `${sdk} ${version}`);
  expect(listed.toSorted()).toEqual(installed.toSorted());
  expect(listed.length).toBeGreaterThan(15);
});

it('links to folders of tests', () => {
  const folders = rows.map((cells) => /\(\.\.\/\.\.\/(\S+)\)/.exec(cells.at(-1) ?? '')?.[1] ?? '');
  expect(folders.filter((folder) => !existsSync(join(REPOSITORY, folder)))).toEqual([]);
});
