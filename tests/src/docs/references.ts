import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A citation of a page below `docs` or of one of its anchors. */
export interface Reference {
  /** The path from the root of the repository. */
  readonly page: string;
  readonly anchor: string | null;
  /** The place of the citation as `path:line`. */
  readonly at: string;
}

const ROOTS = ['packages', 'services', 'tests', 'bench', 'docs', 'conformance', 'infra', 'scripts'];
const TEXT = /\.(?:ts|mjs|cjs|js|md|json|sql|ya?ml|sh)$/;
const GENERATED = /(?:^|\/)(?:node_modules|dist|fixtures)\/|openapi\.json$/;
const CITED_PATH = /(?<![\w./-])docs\/[\w./-]+\.md(?:#[\w-]+)?/g;

/**
 * Patterns of citations of documents that are not in the repository. Sections of RFCs are public, so they are allowed.
 */
const OUTSIDE = [
  /(?<![\w./-]|\]\()(?:\.\.\/)*(?:wire|spec|shared)\/[\w./-]*\.md/g,
  /(?<!RFC \d{4}[^\n]*)§/g,
  /\bwire\s+(?:\*\s+)?document\b/g,
  /\bspecification,? §?\d\.\d/g,
];

/** The paths of all text files in the repository that are not generated. */
export function textFiles(repository: string): string[] {
  const below = ROOTS.flatMap((root) =>
    readdirSync(join(repository, root), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(repository, join(entry.parentPath, entry.name))),
  );
  const top = readdirSync(repository).filter((name) => name.endsWith('.md'));
  return [...top, ...below].filter((path) => TEXT.test(path) && !GENERATED.test(path));
}

/** All citations in a text of pages below `docs`, by their path from the root. */
export function referencesIn(path: string, text: string): Reference[] {
  return [...text.matchAll(CITED_PATH)].map(({ 0: target, index }) => {
    const [page = '', anchor] = target.split('#');
    return { page, anchor: anchor ?? null, at: at(path, text, index) };
  });
}

/** All citations in a text of documents outside the repository, each with its place. */
export function outsideCitations(path: string, text: string): string[] {
  return OUTSIDE.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => `${at(path, text, index)} ${found}`),
  );
}

/**
 * The anchors of a page: explicit ids, and those that GitHub derives from headings. Pages of docs/wire have only
 * explicit ids, so that a changed heading breaks no citation.
 */
export function anchorsIn(page: string, text: string): string[] {
  const ids = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id);
  if (page.startsWith('docs/wire/')) return ids;
  const headings = [...text.matchAll(/^#+ +(.+)$/gm)].map(([, title = '']) => slug(title));
  return [...ids, ...headings];
}

/** The references whose page or anchor does not exist. */
export function deadReferences(repository: string, references: readonly Reference[]): Reference[] {
  const pages = new Map<string, readonly string[] | null>();
  const anchorsOf = (page: string): readonly string[] | null => {
    const known = pages.get(page);
    if (known !== undefined) return known;
    const path = join(repository, page);
    const anchors = existsSync(path) ? anchorsIn(page, readFileSync(path, 'utf8')) : null;
    pages.set(page, anchors);
    return anchors;
  };
  return references.filter(({ page, anchor }) => {
    const anchors = anchorsOf(page);
    return anchors === null || (anchor !== null && !anchors.includes(anchor));
  });
}

function at(path: string, text: string, index: number): string {
  return `${path}:${String(text.slice(0, index).split('\n').length)}`;
}

function slug(title: string): string {
  return title
    .replace(/<[^>]+>|\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}
