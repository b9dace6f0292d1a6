import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../test-support/standalone';
import {
  anchorsIn,
  deadReferences,
  outsideCitations,
  referencesIn,
  textFiles,
  type Reference,
} from './references';

/** Files that contain wrong citations as examples. */
const EXAMPLES = ['tests/src/docs/references.ts', 'tests/src/docs/wire-references.test.ts'];

const files = textFiles(REPOSITORY)
  .filter((path) => !EXAMPLES.includes(path))
  .map((path) => ({ path, text: readFileSync(join(REPOSITORY, path), 'utf8') }));

const shown = ({ page, anchor, at }: Reference): string =>
  `${at}: ${page}${anchor === null ? '' : `#${anchor}`}`;

describe('citations of documents', () => {
  const references = files.flatMap(({ path, text }) => referencesIn(path, text));

  it('are found in all sources, tests and pages', () => {
    const toRules = references.filter(({ page, anchor }) => /^docs\/wire\//.test(page) && anchor);
    expect(toRules.length).toBeGreaterThan(450);
  });

  it('refer to an existing page and anchor', () => {
    expect(deadReferences(REPOSITORY, references).map(shown)).toEqual([]);
  });

  it('refer to no document outside the repository', () => {
    expect(files.flatMap(({ path, text }) => outsideCitations(path, text))).toEqual([]);
  });
});

describe('the pages of docs/wire', () => {
  const pages = files.filter(({ path }) => path.startsWith('docs/wire/'));

  it.each(pages.map(({ path, text }) => ({ path, text })))(
    '$path has unique anchors and at most 20 KB',
    ({ text }) => {
      const ids = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(20 * 1024);
    },
  );
});

describe('the search for references', () => {
  const page = 'docs/wire/flags.md';

  it.each([
    [`a.ts`, `/** A rule (\`${page}#routes\`). */`, []],
    [`a.ts`, `// ${page}#no-such-rule`, [`a.ts:1: ${page}#no-such-rule`]],
    [`a.ts`, `\n// docs/no-such-page.md`, ['a.ts:2: docs/no-such-page.md']],
    ['README.md', '`docs/gone.md`', ['README.md:1: docs/gone.md']],
  ])('%s: %s', (path, text, dead) => {
    expect(deadReferences(REPOSITORY, referencesIn(path, text)).map(shown)).toEqual(dead);
  });

  it.each([
    [['wire', 'flags.md'].join('/'), 1],
    [`../${['shared', 'spec', 'api.md'].join('/')}`, 1],
    [`(${String.fromCharCode(0xa7)}5.4)`, 1],
    [`RFC 9112 ${String.fromCharCode(0xa7)}3`, 0],
    [['specification', '4.1'].join(' '), 1],
    [page, 0],
    ["from '../spec/wire'", 0],
  ])('finds a citation outside the repository: %s', (text, count) => {
    expect(outsideCitations('a.ts', text)).toHaveLength(count);
  });

  it.each([
    ['docs/security.md', ['x-y', 'one-rule-two']],
    ['docs/wire/flags.md', ['x-y']],
  ])('finds the anchors of %s', (path, anchors) => {
    expect(anchorsIn(path, '# One `rule`, two\n\n<a id="x-y"></a>**Text**\n')).toEqual(anchors);
  });
});
