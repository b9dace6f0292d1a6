/*
 * The members of `\w`, `\d` and `\s` in Unicode, in the syntax of the linear engine, in which these classes have
 * ASCII characters only. Each ends with a property, so that a hyphen after it begins no range.
 */
const DIGIT = String.raw`\p{Nd}`;
/** Letters, marks, digits, connectors, joiners, and the letters in circles and squares. */
const WORD = String.raw`\x{200C}\x{200D}\x{24B6}-\x{24E9}\x{1F130}-\x{1F149}\x{1F150}-\x{1F169}\x{1F170}-\x{1F189}\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}`;
const SPACE = String.raw`\t-\r\x{85}\p{Z}`;
const NOT_SPACE = String.raw`\x{0}-\x{8}\x{E}-\x{1F}!-\x{84}\x{86}-\x{9F}\x{A1}-\x{167F}\x{1681}-\x{1FFF}\x{200B}-\x{2027}\x{202A}-\x{202E}\x{2030}-\x{205E}\x{2060}-\x{2FFF}\x{3001}-\x{10FFFF}\p{L}`;

const OUTSIDE: ReadonlyMap<string, string> = new Map([
  ['\\d', DIGIT],
  ['\\D', String.raw`\P{Nd}`],
  ['\\w', `[${WORD}]`],
  ['\\W', `[^${WORD}]`],
  ['\\s', `[${SPACE}]`],
  ['\\S', `[^${SPACE}]`],
]);

const INSIDE: ReadonlyMap<string, string> = new Map([
  ['\\d', DIGIT],
  ['\\D', String.raw`\P{Nd}`],
  ['\\w', WORD],
  ['\\s', SPACE],
  ['\\S', NOT_SPACE],
]);

/** Quotations, escaped characters, named classes inside brackets, and brackets with a literal `]` after them. */
const TOKENS = /\\Q[\s\S]*?(?:\\E|$)|\\[\s\S]|\[:\^?\w+:\]|\[\^?\]?|\]/g;

/** Whether the pattern has a class or a boundary of which the linear engine knows ASCII characters only. */
export function hasAsciiClasses(source: string): boolean {
  return /\\[bBdDsSwW]/.test(source);
}

/**
 * Replaces `\d`, `\w` and `\s` in a pattern of the linear engine by the same classes of Unicode. Null if it has no
 * replacement: word boundaries, and `\W` in brackets.
 */
export function withUnicodeClasses(source: string): string | null {
  let inBrackets = false;
  const irreplaceable: string[] = [];
  const replaced = source.replace(TOKENS, (token) => {
    if (token.startsWith('\\')) {
      if (inBrackets ? token === '\\W' : /^\\[bB]$/.test(token)) irreplaceable.push(token);
      return (inBrackets ? INSIDE : OUTSIDE).get(token) ?? token;
    }
    if (token === ']') inBrackets = false;
    else if (!token.startsWith('[:')) inBrackets = true;
    return token;
  });
  return irreplaceable.length === 0 ? replaced : null;
}
