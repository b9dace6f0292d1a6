import { RegExpParser, type AST } from '@eslint-community/regexpp';

/** How letters, dots and ends of lines are read. */
export interface Modes {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
}

/** A pattern taken apart. */
interface ParsedPattern {
  readonly tree: AST.Pattern;
  readonly modes: Modes;
  /** Are escapes read strictly, and classes by whole characters? */
  readonly unicode: boolean;
}

const LEADING_MODES = /^\(\?([ims]+)\)/;
/** What engines of other languages write otherwise; an escaped character is stepped over. */
const FOREIGN = /\\[\s\S]|\(\?P<|\(\?P=(\w+)\)/g;
const TRANSLATED: Readonly<Record<string, string>> = {
  '\\A': '(?<![\\s\\S])',
  '\\z': '(?![\\s\\S])',
  '(?P<': '(?<',
};

const parser = new RegExpParser();

/** Parses the syntax that JavaScript and the protocol's reference share; null when it is neither. */
export function parsePattern(source: string): ParsedPattern | null {
  const letters = LEADING_MODES.exec(source)?.[1] ?? '';
  const modes = {
    ignoreCase: letters.includes('i'),
    multiline: letters.includes('m'),
    dotAll: letters.includes('s'),
  };
  const text = source
    .replace(LEADING_MODES, '')
    .replace(FOREIGN, (found, name?: string) =>
      name === undefined ? (TRANSLATED[found] ?? found) : `\\k<${name}>`,
    );
  for (const unicode of [true, false]) {
    try {
      return { tree: parser.parsePattern(text, 0, text.length, { unicode }), modes, unicode };
    } catch {
      // The stricter reading first, then the one that lets any character be escaped.
    }
  }
  return null;
}
