import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { REPOSITORY } from '../test-support/standalone';

/** The pages in `docs` and at the top of the repository. */
function pages(): string[] {
  const top = readdirSync(REPOSITORY).filter((name) => name.endsWith('.md'));
  const below = readdirSync(join(REPOSITORY, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name));
  return [...top, ...below];
}

const read = (path: string): string => readFileSync(join(REPOSITORY, path), 'utf8');

/** The anchors of a page: explicit ones, and those that a Git host creates for headings. */
function anchors(markdown: string): Set<string> {
  const headings = [...markdown.matchAll(/^#{1,6} (.+)$/gm)].map(([, text = '']) => text);
  const named = [...markdown.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, id = '']) => id);
  return new Set([...named, ...headings.map(anchorOf)]);
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

/** The broken links of a page to files of the repository. */
function deadLinks(page: string): string[] {
  const text = read(page).replace(/```[\s\S]*?```|`[^`]*`/g, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return [];
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? join(REPOSITORY, page) : resolve(REPOSITORY, dirname(page), path);
    if (!existsSync(target)) return [`${page}: ${link}`];
    if (anchor === undefined || statSync(target).isDirectory()) return [];
    const found = anchors(readFileSync(target, 'utf8'));
    return found.has(anchor) ? [] : [`${page}: ${link} (no such heading)`];
  });
}

describe('pages of the documentation', () => {
  it('link to files and headings that exist', () => {
    expect(pages().length).toBeGreaterThan(100);
    expect(pages().flatMap(deadLinks)).toEqual([]);
  });

  it('on compatibility have at most 20 KB each', () => {
    const long = pages().filter(
      (page) => page.startsWith('docs/compatibility/') && Buffer.byteLength(read(page)) > 20_000,
    );
    expect(long).toEqual([]);
  });
});

describe('docs/decisions', () => {
  const folder = join(REPOSITORY, 'docs', 'decisions');
  const records = readdirSync(folder).filter((name) => name !== 'README.md');
  const numbers = records.map((name) => name.slice(0, 4));

  it('has numbered records with a title, a status and a date', () => {
    for (const name of records) {
      expect(name).toMatch(/^\d{4}-[a-z0-9-]+\.md$/);
      const text = readFileSync(join(folder, name), 'utf8');
      expect({ name, text }).toMatchObject({
        text: expect.stringMatching(
          new RegExp(
            `^# ${name.slice(0, 4)}\\. .+\\n\\n- Status: (proposed|accepted|superseded).*\\n- Date: \\d{4}-\\d\\d-\\d\\d`,
          ),
        ) as string,
      });
    }
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('lists every record once, under its title', () => {
    const index = readFileSync(join(folder, 'README.md'), 'utf8');
    const listed = [...index.matchAll(/^- \[(\d{4} .+?)\]\((.+?\.md)\)/gm)];
    expect(listed.map(([, , file]) => file).sort()).toEqual([...records].sort());
    for (const [, title = '', file = ''] of listed) {
      const text = readFileSync(join(folder, file), 'utf8');
      expect(text).toContain(`# ${title.replace(' ', '. ')}\n`);
    }
  });

  it('has every record that source code cites', () => {
    const cited = sources().flatMap((path) =>
      [...read(path).matchAll(/docs\/decisions`?[ ,*/(]+?((?:\d{4}(?:, | and | to )?)+)/g)].flatMap(
        ([, some = '']) => (some.match(/\d{4}/g) ?? []).map((number) => ({ path, number })),
      ),
    );
    expect(cited.length).toBeGreaterThan(5);
    expect(cited.filter(({ number }) => !numbers.includes(number))).toEqual([]);
  });
});

function sources(): string[] {
  const below = (folder: string): string[] =>
    readdirSync(join(REPOSITORY, folder), { withFileTypes: true }).flatMap((entry) => {
      if (/^(node_modules|dist|data|fixtures)$/.test(entry.name)) return [];
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return below(path);
      return /\.(ts|mjs|xml|ya?ml)$/.test(entry.name) ? [path] : [];
    });
  return ['packages', 'services', 'tests', 'infra', 'scripts', 'bench'].flatMap(below);
}

describe('README files of packages and services', () => {
  const MOST_LINES = 25;
  const folders = ['packages', 'services'].flatMap((parent) =>
    readdirSync(join(REPOSITORY, parent))
      .map((name) => join(parent, name))
      .filter((path) => existsSync(join(REPOSITORY, path, 'package.json'))),
  );

  it.each(folders)('%s has a short README', (folder) => {
    const lines = readFileSync(join(REPOSITORY, folder, 'README.md'), 'utf8')
      .trimEnd()
      .split('\n');
    expect(lines.length).toBeLessThanOrEqual(MOST_LINES);
    expect(lines[0]).toMatch(/^# \S/);
  });
});
