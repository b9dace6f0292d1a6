import { RegExpParser, type AST } from '@eslint-community/regexpp';

/** How letters, dots and line ends are matched. */
export interface Modes {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
}

/** A parsed pattern. */
interface ParsedPattern {
  readonly tree: AST.Pattern;
  readonly modes: Modes;
  /** Whether escapes are read strictly and classes by code points. */
  readonly unicode: boolean;
}

const LEADING_MODES = /^\(\?([ims]+)\)/;
/** Syntax that other engines write differently; any other escaped character stays as it is. */
const FOREIGN = /\\[\s\S]|\(\?P<|\(\?P=(\w+)\)/g;
const TRANSLATED: Readonly<Record<string, string>> = {
  '\\A': '(?<![\\s\\S])',
  '\\z': '(?![\\s\\S])',
  '(?P<': '(?<',
};

const parser = new RegExpParser();

/**
 * Parses the syntax that JavaScript and PostHog have in common; null when the pattern is invalid in both modes.
 */
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
      // The strict mode is tried first, then the one in which any character may be escaped.
    }
  }
  return null;
}
