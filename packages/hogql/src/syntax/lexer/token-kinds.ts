/**
 * The kinds of tokens. Keywords are written in upper case, symbols as themselves (spellings of one operator share a
 * kind: `=` is `==`, `<>` is `!=`, `~` is `=~`), classes of tokens in lower case.
 */
const KEYWORD_NAMES = [
  'ALL',
  'AND',
  'ANTI',
  'ANY',
  'ARRAY',
  'AS',
  'ASC',
  'ASOF',
  'BETWEEN',
  'BOTH',
  'BY',
  'CASE',
  'CAST',
  'COHORT',
  'COLLATE',
  'COLUMNS',
  'CROSS',
  'CUBE',
  'CURRENT',
  'DATE',
  'DAY',
  'DESC',
  'DESCENDING',
  'DISTINCT',
  'ELSE',
  'END',
  'EXCEPT',
  'EXCLUDE',
  'EXTRACT',
  'FILL',
  'FILTER',
  'FINAL',
  'FIRST',
  'FOLLOWING',
  'FOR',
  'FROM',
  'FULL',
  'GROUP',
  'GROUPING',
  'HAVING',
  'HOUR',
  'ID',
  'IF',
  'IGNORE',
  'ILIKE',
  'IN',
  'INCLUDE',
  'INF',
  'INNER',
  'INTERPOLATE',
  'INTERSECT',
  'INTERVAL',
  'IS',
  'JOIN',
  'KEY',
  'LAMBDA',
  'LAST',
  'LEADING',
  'LEFT',
  'LIKE',
  'LIMIT',
  'LOCAL',
  'MATERIALIZED',
  'MINUTE',
  'MONTH',
  'NAME',
  'NAN',
  'NATURAL',
  'NOT',
  'NULL',
  'NULLS',
  'OFFSET',
  'ON',
  'OR',
  'ORDER',
  'OUTER',
  'OVER',
  'PARTITION',
  'PIVOT',
  'POSITIONAL',
  'PRECEDING',
  'PREWHERE',
  'QUALIFY',
  'QUARTER',
  'RANGE',
  'RECURSIVE',
  'REPLACE',
  'RIGHT',
  'ROLLUP',
  'ROW',
  'ROWS',
  'SAMPLE',
  'SECOND',
  'SELECT',
  'SEMI',
  'SETS',
  'SETTINGS',
  'STEP',
  'SUBSTRING',
  'THEN',
  'TIES',
  'TIME',
  'TIMESTAMP',
  'TO',
  'TOP',
  'TOTALS',
  'TRAILING',
  'TRIM',
  'TRUNCATE',
  'TRY_CAST',
  'UNBOUNDED',
  'UNION',
  'UNPIVOT',
  'USING',
  'VALUES',
  'WEEK',
  'WHEN',
  'WHERE',
  'WINDOW',
  'WITH',
  'WITHIN',
  'YEAR',
  'ZONE',
] as const;

export type Keyword = (typeof KEYWORD_NAMES)[number];

export type SymbolKind =
  | '('
  | ')'
  | '['
  | ']'
  | '{'
  | '}'
  | ','
  | ';'
  | '.'
  | '?.'
  | '?'
  | '??'
  | ':'
  | '::'
  | ':='
  | '->'
  | '||'
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '#'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | '<=>'
  | '=~'
  | '=~*'
  | '!~'
  | '!~*';

export type TokenKind =
  | Keyword
  | SymbolKind
  | 'identifier'
  | 'quoted identifier'
  | 'string'
  | 'number'
  | 'template start'
  | 'template text'
  | 'template {'
  | 'template }'
  | 'template end'
  | 'tag <'
  | 'tag </'
  | 'tag >'
  | 'tag />'
  | 'tag ='
  | 'tag name'
  | 'tag text'
  | 'error'
  | 'end';

/** Keyword by its lower-case spelling. */
export const KEYWORDS: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ...KEYWORD_NAMES.map((name): [string, Keyword] => [name.toLowerCase(), name]),
  ['ascending', 'ASC'],
  ['infinity', 'INF'],
  ['yyyy', 'YEAR'],
]);

export const LONGEST_KEYWORD = 12;

/** Words that can never be names, unless quoted: literals, and words that PostHog reserves. */
const NEVER_NAMES: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'NULL',
  'INF',
  'NAN',
  'EXCEPT',
  'INTERSECT',
  'MATERIALIZED',
  'WITHIN',
]);

const NAME_KINDS: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'identifier',
  'quoted identifier',
  ...KEYWORD_NAMES.filter((name) => !NEVER_NAMES.has(name)),
]);

/** Whether the language accepts a token as a name after `.` or `AS`. */
export function isNameKind(kind: TokenKind): boolean {
  return NAME_KINDS.has(kind);
}

const KEYWORD_KINDS: ReadonlySet<TokenKind> = new Set<TokenKind>(KEYWORD_NAMES);

export function isKeyword(kind: TokenKind): kind is Keyword {
  return KEYWORD_KINDS.has(kind);
}
