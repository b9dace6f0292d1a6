/** A statement that our parser and the official one treat differently by design. */
export interface Difference {
  readonly source: string;
  readonly entry: 'expression' | 'query';
  readonly ours: 'accepted' | 'rejected' | 'another tree';
  readonly reason: Reason;
}

const REASONS = {
  percent: 'names with % are rejected as documented, before any query is built from them',
  emptyName: 'an empty alias is rejected by the resolver of the original, here by the parser',
  controlName: 'control characters in names serve nobody and confuse logs',
  teamId: 'team_id may not be introduced by any route, since the project guard relies on it',
  reserved: 'true, false and null stay reserved in quotes too',
  nul: 'the original cuts \\0 out of strings',
  backtick: 'a backslash escapes the quote inside backticks as it does inside double quotes',
  comparison: 'the original takes `a<b` for the start of a tag',
  gluedNumber: '1_000 and 1abc would silently become a number and an alias; rejected',
  doubledDot: '`1..2` is a slip, not a tuple access',
  keyword: 'a clause keyword is a name only where it cannot be read as the clause',
  castAlias: 'an alias inside CAST is rejected',
  castArguments: 'arguments of types are numbers, texts and types',
  ignoredModifier: 'the original drops the modifier without a word, which changes the result',
  respectNulls: 'the original has no RESPECT NULLS',
  ignoreBefore:
    'the original takes IGNORE NULLS inside the parentheses or behind everything else only',
  joinType: 'this kind of join is not offered',
  nestedJoin: 'the original flattens nested joins, which is wrong for outer joins; ours are kept',
  setOperator: 'this set operator is not offered',
  droppedOrder: 'the original drops ORDER BY after a parenthesised query',
  innerLimit: 'the original overwrites the inner LIMIT, which changes the result',
  twoAliases: 'of two aliases the original keeps the second, which hides misspelt keywords',
  clauseOrder: 'the original drops an ORDER BY that comes after LIMIT',
  format: 'FORMAT is rejected; the original reads it as two aliases',
  wholePlaceholder:
    'neither a placeholder nor a tag can stand for a whole query, nor a tag for a table',
  comment: 'the original reads an unclosed comment as operators',
  windowFilter: 'the original drops the FILTER of a window function',
  hash: 'the original ignores text after # in a query',
  distinctOn: 'the original reads ON as a function, which is never meant; ours is LIMIT 1 BY',
  keptModifier: 'the original drops the modifier without a word; ours keeps it',
  crash: 'the official parser crashes',
} as const;

type Reason = keyof typeof REASONS;

const rejected = (entry: Difference['entry'], reason: Reason, ...sources: string[]): Difference[] =>
  sources.map((source) => ({ source, entry, ours: 'rejected', reason }));

const otherwise = (
  entry: Difference['entry'],
  ours: 'accepted' | 'another tree',
  reason: Reason,
  ...sources: string[]
): Difference[] => sources.map((source) => ({ source, entry, ours, reason }));

export const DIFFERENCES: readonly Difference[] = [
  ...rejected('expression', 'percent', '`a%b`', '"a%b".c'),
  ...rejected('query', 'percent', 'select `a%b`', 'select a as `x%y`', 'select 1 from `t%`'),
  ...rejected('expression', 'emptyName', "a as ''", '``'),
  ...rejected('query', 'emptyName', 'select a as ""'),
  ...rejected('expression', 'controlName', '`a\\nb`'),
  ...rejected(
    'query',
    'teamId',
    'with team_id as (select 1) select a',
    'with 1 as team_id select 1',
  ),
  ...rejected('query', 'teamId', 'select x as `team_id`', 'select team_id -> 1'),
  ...rejected('query', 'reserved', 'select x as `true`'),
  ...otherwise('expression', 'another tree', 'nul', "'a\\0b'"),
  ...otherwise('expression', 'accepted', 'backtick', '`a\\`b`'),
  ...otherwise('expression', 'accepted', 'comparison', 'a<b and c>d'),
  ...rejected('expression', 'gluedNumber', '1and 2', 'interval 1day'),
  ...rejected('query', 'gluedNumber', 'select 1_000', 'select 1abc'),
  ...rejected('expression', 'doubledDot', '1..2'),
  ...rejected('expression', 'keyword', 'case + 1'),
  ...rejected('query', 'keyword', 'select all a', 'select a from (select)'),
  ...rejected('expression', 'castAlias', 'cast(a as b as Int)', 'cast(a as int, b)'),
  ...rejected('expression', 'castArguments', 'cast(a as FixedString(3+4))'),
  ...rejected('expression', 'ignoredModifier', 'a ignore nulls'),
  ...otherwise('query', 'accepted', 'respectNulls', 'select any(a) respect nulls from t'),
  ...otherwise(
    'query',
    'accepted',
    'ignoreBefore',
    'select first_value(a) ignore nulls over (order by b) from t',
    'select count() ignore nulls filter (where a) from t',
  ),
  ...otherwise(
    'query',
    'another tree',
    'keptModifier',
    'select a group by a with rollup',
    'select a group by a, b with cube',
    'select a order by a nulls first',
    'select t.* exclude (a) from t',
    '(select a) limit 10 %',
    'select a group by a with totals',
    'select count() from t with totals',
    "select a order by a collate 'x'",
    'select any(a) ignore nulls from t',
    'select any(a ignore nulls) from t',
    'select a from t natural join u',
    'select a from t natural left outer join u',
  ),
  ...otherwise(
    'query',
    'accepted',
    'crash',
    'select a order by a with fill interpolate (a as b)',
    'select a order by a with fill interpolate (a, b as b + 1)',
  ),
  ...rejected(
    'query',
    'joinType',
    'select a from t left outer semi join u on a = b',
    'select a from t left outer any join u on a = b',
    'select a from t left all join u on a = b',
    'select a from t full any join u on a = b',
    'select a from t semi join u on a = b',
    'select a from t natural join u on a = b',
  ),
  ...otherwise(
    'query',
    'another tree',
    'nestedJoin',
    'select a from t join u join v on b on a',
    'select a from t join (u join v on b) on a',
    'select a from t, (u join v on b)',
  ),
  ...rejected(
    'query',
    'setOperator',
    'select 1 intersect all select 2',
    'select 1 except all select 2',
  ),
  ...otherwise(
    'query',
    'another tree',
    'droppedOrder',
    '(select 1) union all (select 2) order by a limit 1 offset 2',
    '(select 1) order by a limit 1',
  ),
  ...rejected('query', 'innerLimit', '((select 1) limit 2) limit 1', '(select 1 limit 2) limit 3'),
  ...rejected('query', 'twoAliases', 'select a from t as b c', 'select 1 from t wher a'),
  ...rejected('query', 'clauseOrder', 'select a limit 1 order by b'),
  ...rejected('query', 'format', 'select a from t format JSON'),
  ...rejected(
    'query',
    'wholePlaceholder',
    '{a}',
    '{a} union all {b}',
    'select 1 union all {x}',
    '<a/>',
    'select a from <a/>',
  ),
  ...rejected('query', 'comment', "select 1 from t where a = 'b' /*"),
  ...otherwise(
    'expression',
    'another tree',
    'windowFilter',
    'count() filter (where a) over (order by b)',
  ),
  ...rejected('query', 'hash', 'select 1 # x'),
  ...otherwise('query', 'another tree', 'distinctOn', 'select distinct on (a) b'),
];

export function reasonText({ reason }: Difference): string {
  return REASONS[reason];
}
