/** A piece of a statement. All pieces together are the statement. */
export interface Token {
  /** `blank` is white space or a comment; `name` is a word or a quoted name; `sign` is any other character. */
  readonly kind: 'blank' | 'text' | 'name' | 'number' | 'sign';
  readonly text: string;
}

const TOKEN =
  /(?<blank>\s+|--[^\n]*|\/\*[\s\S]*?\*\/)|(?<text>'(?:[^'\\]|\\[\s\S]|'')*')|(?<name>"(?:[^"\\]|\\[\s\S])*"|`(?:[^`\\]|\\[\s\S])*`|[a-z_$][\w$]*)|(?<number>\d[\w.]*)|(?<sign>==|!=|<>|[\s\S])/giu;

/** Splits HogQL into tokens. Text that is not HogQL becomes tokens, too. */
export function tokensOf(hogql: string): readonly Token[] {
  return [...hogql.matchAll(TOKEN)].map(({ 0: text, groups }) => {
    const parts: Readonly<Record<string, string | undefined>> = groups ?? {};
    const kind = Object.keys(parts).find((name) => parts[name] !== undefined) ?? 'sign';
    return { kind: kind as Token['kind'], text };
  });
}

/** Returns a name without its quotes; null if the token is not a name. */
export function nameOf(token: Token | undefined): string | null {
  if (token?.kind !== 'name') return null;
  return /^["`]/.test(token.text) ? token.text.slice(1, -1) : token.text;
}

/** Whether a token is one of these keywords or functions, in any case. */
export function isWord(token: Token | undefined, ...words: readonly string[]): boolean {
  return token?.kind === 'name' && words.includes(token.text.toLowerCase());
}
