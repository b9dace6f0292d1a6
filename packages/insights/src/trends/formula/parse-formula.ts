import { InsightError } from '../../insight/error';

/** A parsed formula: arithmetic over series, `A` being the first (`docs/wire/insights-trends.md#formula-grammar`). */
export type Formula =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'series'; readonly index: number }
  | { readonly kind: 'negative'; readonly of: Formula }
  | {
      readonly kind: 'operation';
      readonly operator: Operator;
      readonly left: Formula;
      readonly right: Formula;
    };

export type Operator = '+' | '-' | '*' | '/' | '%' | '**';

/** A longer word, such as the name of a function, is not a token. */
const TOKEN =
  /\s*(\*\*|[-+*/%()]|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|[A-Za-z](?!\w))/y;

/** The precedence of each operator; powers are right-associative. */
const BINDING: Readonly<Record<Operator, number>> = {
  '+': 1,
  '-': 1,
  '*': 2,
  '/': 2,
  '%': 2,
  '**': 4,
};
const SIGN_BINDING = 3;

const MAX_TOKENS = 1_000;
const MAX_DEPTH = 100;

/** @throws InsightError for text that is not arithmetic, or a letter without a series */
export function parseFormula(source: string, seriesCount: number, field: string): Formula {
  const tokens = tokensOf(source, field);
  let at = 0;
  let depth = 0;
  const fail = (why: string): never => {
    throw new InsightError(`Formula '${source.slice(0, 100)}': ${why}`, field);
  };
  const primary = (): Formula => {
    const token = tokens[at];
    at += 1;
    if (token === undefined) return fail('it ends too early');
    if (token === '(') {
      const inner = expression(0);
      if (tokens[at] !== ')') return fail('a closing parenthesis is missing');
      at += 1;
      return inner;
    }
    if (token === '-' || token === '+') {
      const of = expression(SIGN_BINDING);
      return token === '-' ? { kind: 'negative', of } : of;
    }
    if (/^[A-Za-z]$/.test(token)) return series(token);
    const value = Number(token);
    return Number.isNaN(value) ? fail('only arithmetic is supported') : { kind: 'number', value };
  };
  const series = (letter: string): Formula => {
    const index = letter.toUpperCase().charCodeAt(0) - 'A'.charCodeAt(0);
    if (index < seriesCount) return { kind: 'series', index };
    return fail(`there is no series ${letter.toUpperCase()}, there are ${seriesCount} series`);
  };
  const expression = (binding: number): Formula => {
    depth += 1;
    if (depth > MAX_DEPTH) return fail('it is nested too deep');
    let left = primary();
    for (let token = tokens[at]; isOperator(token); token = tokens[at]) {
      const own = BINDING[token];
      if (own < binding || (own === binding && token !== '**')) break;
      at += 1;
      left = { kind: 'operation', operator: token, left, right: expression(own) };
    }
    depth -= 1;
    return left;
  };
  const parsed = expression(0);
  return at < tokens.length ? fail('only arithmetic is supported') : parsed;
}

function isOperator(token: string | undefined): token is Operator {
  return token !== undefined && Object.hasOwn(BINDING, token);
}

function tokensOf(source: string, field: string): string[] {
  const tokens: string[] = [];
  const text = source.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (match?.[1] === undefined || tokens.length >= MAX_TOKENS) {
      throw new InsightError(
        `Formula '${source.slice(0, 100)}': only arithmetic over series is supported`,
        field,
      );
    }
    tokens.push(match[1]);
  }
  return tokens;
}
