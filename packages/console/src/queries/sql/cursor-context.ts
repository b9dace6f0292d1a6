import { tokensOf, type Token } from './tokens';

/** The position of the cursor in a statement. */
export interface CursorContext {
  /** The offset at which the typed word begins; the word ends at the cursor. */
  readonly from: number;
  readonly word: string;
  /** The names before a point: `['e', 'person']` after `e.person.`; empty without a point. */
  readonly path: readonly string[];
  /** Whether the cursor is after FROM or JOIN. */
  readonly wantsTable: boolean;
  /** Whether the cursor is in a comment or a string, where nothing is completed. */
  readonly isInText: boolean;
  /** The tables that the statement reads, by alias and by name. */
  readonly tables: ReadonlyMap<string, string>;
}

/** The syntax that can follow at the position of the cursor. */
export function cursorContext(text: string, offset: number): CursorContext {
  const { before, current } = split(text, offset);
  const isWord = current !== null && isWordKind(current);
  const from = isWord ? current.start : offset;
  const path = pathBefore(text, before);
  const last = before[before.length - 1 - path.length * 2];
  const lastWord = last === undefined ? '' : text.slice(last.start, last.end).toLowerCase();
  return {
    from,
    word: text.slice(from, offset),
    path,
    wantsTable: lastWord === 'from' || lastWord === 'join',
    isInText: current?.kind === 'comment' || current?.kind === 'string',
    tables: tablesOf(text),
  };
}

/** Finds the tables in `from events as e` and `join persons p on …`, by alias and by name. */
function tablesOf(text: string): ReadonlyMap<string, string> {
  const words = tokensOf(text).filter(({ kind }) => kind !== 'space' && kind !== 'comment');
  const tables = new Map<string, string>();
  words.forEach((word, index) => {
    const lower = text.slice(word.start, word.end).toLowerCase();
    if (lower !== 'from' && lower !== 'join') return;
    let at = index + 1;
    const parts: string[] = [];
    for (; words[at] !== undefined; at += 2) {
      const part = words[at];
      if (part === undefined || !isWordKind(part)) break;
      parts.push(bare(text.slice(part.start, part.end)));
      const point = words[at + 1];
      if (point === undefined || text.slice(point.start, point.end) !== '.') break;
    }
    if (parts.length === 0) return;
    const name = parts.join('.');
    tables.set(name, name);
    const next = words[at + 1];
    const isAs = next !== undefined && text.slice(next.start, next.end).toLowerCase() === 'as';
    const alias = isAs ? words[at + 2] : next;
    if (alias?.kind === 'name') tables.set(bare(text.slice(alias.start, alias.end)), name);
  });
  return tables;
}

function split(
  text: string,
  offset: number,
): { readonly before: readonly Token[]; readonly current: Token | null } {
  const tokens = tokensOf(text.slice(0, offset));
  const last = tokens[tokens.length - 1];
  const isOpen = last !== undefined && (last.open !== null || isLineComment(text, last, offset));
  const isClosedText = last?.kind === 'string' && last.open === null;
  const isCurrent = last !== undefined && (isWordKind(last) || isOpen) && !isClosedText;
  const rest = isCurrent ? tokens.slice(0, -1) : tokens;
  const before = rest.filter(({ kind }) => kind !== 'space' && kind !== 'comment');
  return { before, current: isCurrent ? last : null };
}

function isLineComment(text: string, token: Token, offset: number): boolean {
  return token.kind === 'comment' && token.end === offset && !text.startsWith('/*', token.start);
}

function pathBefore(text: string, before: readonly Token[]): readonly string[] {
  const path: string[] = [];
  for (let at = before.length - 1; at > 0; at -= 2) {
    const point = before[at];
    const name = before[at - 1];
    if (point === undefined || text.slice(point.start, point.end) !== '.') break;
    if (name === undefined || !isWordKind(name)) break;
    path.unshift(bare(text.slice(name.start, name.end)));
  }
  return path;
}

function isWordKind({ kind }: Token): boolean {
  return kind === 'name' || kind === 'keyword' || kind === 'function';
}

function bare(name: string): string {
  return name.replace(/^[`"]|[`"]$/g, '');
}
