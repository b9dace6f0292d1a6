/** A parsed ClickHouse type: `Array(DateTime('UTC'))` → Array, with one argument. */
export interface EngineType {
  readonly name: string;
  /** The arguments between the parentheses. */
  readonly args: readonly string[];
}

/** Parses one level of a type; arguments stay text. */
export function engineType(text: string): EngineType {
  const open = text.indexOf('(');
  if (open === -1) return { name: text, args: [] };
  return { name: text.slice(0, open), args: splitArguments(text.slice(open + 1, -1)) };
}

/** The type of a tuple's element, which may have a name: `a String` and `` `a b` String ``. */
export function elementType(text: string): string {
  return /^(?:`(?:[^`\\]|\\.|``)*`|[A-Za-z_][A-Za-z_0-9]*) (.+)$/s.exec(text)?.[1] ?? text;
}

function splitArguments(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote: string | null = null;
  let start = 0;
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charAt(i);
    if (quote !== null) {
      if (char === '\\') i += 1;
      else if (char === quote) quote = null;
    } else if (char === "'" || char === '`') quote = char;
    else if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    else if (char === ',' && depth === 0) {
      parts.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  parts.push(text.slice(start).trim());
  return parts;
}
