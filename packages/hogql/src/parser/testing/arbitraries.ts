import * as fc from 'fast-check';
import type * as ast from '../../ast';

/** Trees that the parser can produce, with positions of 0: compare them without positions. */
const AT = { start: 0, end: 0 } as const;

const RESERVED = new Set(['true', 'false', 'null', 'team_id']);

/** Names of every kind: plain, keywords, and such that need quotes. */
const anyName = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'b', 'event', 'timestamp', '$browser', 'x1') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...(
        'select from where group order limit offset end case cast not and or in is cohort interval ' +
        'date left inner array all distinct recursive materialized lambda columns trim if like with ' +
        'true null inf'
      ).split(' '),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .string({ minLength: 1, maxLength: 8 })
      .filter((name) => name !== '*' && !/[%\p{Cc}]/u.test(name)),
  },
);
const newName = anyName.filter((name) => !RESERVED.has(name.toLowerCase()));

const constantValue: fc.Arbitrary<ast.ConstantValue> = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: false }).map((value) => (value === 0 ? 0 : value)),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n }),
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(null, true, false),
);

const ARITHMETIC_OPS = ['+', '-', '*', '/', '%'] as const;
const COMPARE_OPS = [
  ...(['==', '!=', '<', '<=', '>', '>=', 'like', 'not like', 'ilike', 'not ilike'] as const),
  ...(['in', 'not in', 'in cohort', 'not in cohort', '=~', '!~', '=~*', '!~*'] as const),
];
const JOIN_TYPES = [
  ...(['JOIN', 'INNER JOIN', 'LEFT JOIN', 'FULL OUTER JOIN', 'RIGHT JOIN'] as const),
  ...(['ANY INNER JOIN', 'ALL INNER JOIN', 'ASOF INNER JOIN', 'LEFT SEMI JOIN'] as const),
  ...(['LEFT ANTI JOIN', 'LEFT ANY JOIN', 'LEFT ASOF JOIN', 'RIGHT SEMI JOIN'] as const),
];
const SET_OPS = [
  ...(['UNION ALL', 'UNION DISTINCT', 'INTERSECT', 'INTERSECT DISTINCT', 'EXCEPT'] as const),
  ...(['UNION ALL BY NAME', 'UNION DISTINCT BY NAME'] as const),
];
const TAG_NAMES = ['a', 'b', 'Sparkline', 'data-x'];
const TYPE_NAMES = ['int', 'nullable(string)', "datetime64(6, 'UTC')", 'double precision', 'int[]'];

const names = (minLength: number): fc.Arbitrary<string[]> =>
  fc.uniqueArray(newName, { minLength, maxLength: 2 });

/** There once in six times. */
function seldom<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
}

function attribute(name: string, value: ast.Expr | readonly ast.Expr[]): ast.HogQLXAttribute {
  return { type: 'HogQLXAttribute', name, value, ...AT };
}

const chain = fc.array(anyName, { minLength: 1, maxLength: 3 });

/** A type, not an interface: only that is a record to `letrec`. */
type Nodes = {
  expr: ast.Expr;
  operand: ast.Expr;
  query: ast.SelectQuery;
  statement: ast.Statement;
};

const { expr, statement } = fc.letrec<Nodes>((tie) => {
  const exprs = (min: number): fc.Arbitrary<ast.Expr[]> =>
    fc.array(tie('expr'), { minLength: min, maxLength: 3 });
  const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
    fc.option(arbitrary, { freq: 2 });
  const node = <T>(type: string, fields: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
    fc.record(fields as never).map((record) => ({ type, ...record, ...AT }) as T);

  const constant = node<ast.Constant>('Constant', { value: constantValue } as never);
  const field = fc.oneof(
    chain.map((steps) => ({ type: 'Field' as const, chain: steps, ...AT })),
    fc
      .constantFrom(['*'], ['t', '*'])
      .map((steps) => ({ type: 'Field' as const, chain: steps, ...AT })),
  );
  /** AND inside AND would be merged, so parts of the same kind are left out. */
  const parts = (type: 'And' | 'Or'): fc.Arbitrary<ast.Expr> =>
    fc
      .array(
        tie('expr').filter((part) => part.type !== type),
        { minLength: 2, maxLength: 3 },
      )
      .map((list) => ({ type, exprs: list, ...AT }));
  const withFill = node<ast.WithFill>('WithFill', {
    from: optional(tie('expr')),
    to: optional(tie('expr')),
    step: optional(tie('expr')),
  } as never);
  const order = node<ast.OrderExpr>('OrderExpr', {
    expr: tie('expr'),
    order: fc.constantFrom('ASC', 'DESC'),
    nulls: seldom(fc.constant('FIRST')),
    collate: seldom(fc.constantFrom('en', 'de_AT')),
    withFill: seldom(withFill),
  } as never);
  const orders = (minLength: number): fc.Arbitrary<ast.OrderExpr[]> =>
    fc.array(order, { minLength, maxLength: 2 });
  const call = node<ast.Call>('Call', {
    name: fc.oneof(fc.constantFrom('count', 'if', 'and', 'left', 'concat', 'f'), newName),
    args: exprs(0),
    params: optional(exprs(0)),
    distinct: fc.boolean(),
    filterExpr: optional(tie('expr')),
    orderBy: seldom(orders(1)),
    nulls: seldom(fc.constantFrom('IGNORE', 'RESPECT')),
  } as never)
    // `not(x)` is a Not; DISTINCT needs an argument.
    .filter(({ name }) => name.toLowerCase() !== 'not')
    .map((made) => ({ ...made, distinct: made.distinct && made.args.length > 0 }));
  const bound = fc
    .oneof(
      fc.constant({ direction: 'CURRENT ROW' as const, value: null }),
      fc.record({
        direction: fc.constantFrom('PRECEDING' as const, 'FOLLOWING' as const),
        value: optional(tie('expr')),
      }),
    )
    .map((made): ast.WindowFrameBound => ({ type: 'WindowFrameBound', ...made, ...AT }));
  const frame = node<ast.WindowFrame>('WindowFrame', {
    method: fc.constantFrom('ROWS', 'RANGE'),
    from: bound,
    to: optional(bound),
  } as never);
  const window = node<ast.WindowExpr>('WindowExpr', {
    partitionBy: exprs(0),
    orderBy: orders(0),
    frame: optional(frame),
  } as never);
  const windowFunction = node<ast.WindowFunction>('WindowFunction', {
    name: newName,
    args: exprs(0),
    params: optional(exprs(0)),
    filterExpr: optional(tie('expr')),
    over: fc.oneof(window, node<ast.WindowName>('WindowName', { name: newName } as never)),
  } as never);
  const tag: fc.Arbitrary<ast.HogQLXTag> = fc
    .tuple(
      fc.constantFrom(...TAG_NAMES),
      fc.array(fc.tuple(fc.constantFrom(...TAG_NAMES), tie('expr')), { maxLength: 2 }),
      fc.array(tie('expr'), { maxLength: 2 }),
    )
    .map(([kind, attributes, children]) => ({
      type: 'HogQLXTag',
      kind,
      attributes: [
        ...attributes.map(([name, value]) => attribute(name, value)),
        ...(children.length === 0 ? [] : [attribute('children', children)]),
      ],
      ...AT,
    }));
  const columns = fc
    .oneof(
      fc.record({ regex: fc.string({ maxLength: 5 }) }),
      // A single text is a pattern, and `COLUMNS(*` followed by a list of its own is another form.
      fc.record({
        columns: chain.map((steps) => [{ type: 'Field' as const, chain: steps, ...AT }]),
      }),
      fc.record({
        all: fc.constant(true),
        exclude: names(1),
        table: seldom(chain),
      }),
      fc.record({
        all: fc.constant(true),
        exclude: names(0),
        replace: fc.array(
          node<ast.Alias>('Alias', { alias: newName, expr: tie('expr') } as never),
          {
            minLength: 1,
            maxLength: 2,
          },
        ),
      }),
    )
    .map((part): ast.ColumnsExpr => ({
      type: 'ColumnsExpr',
      regex: null,
      columns: null,
      all: false,
      table: null,
      exclude: [],
      replace: [],
      ...part,
      ...AT,
    }));
  const operand = fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    constant,
    field,
    call,
    node<ast.ArrayLiteral>('Array', { exprs: exprs(0) } as never),
    node<ast.Tuple>('Tuple', { exprs: exprs(1) } as never),
    node<ast.Placeholder>('Placeholder', { expr: tie('expr') } as never),
    tie('statement') as fc.Arbitrary<ast.Expr>,
    node<ast.ArithmeticOperation>('ArithmeticOperation', {
      op: fc.constantFrom(...ARITHMETIC_OPS),
      left: tie('expr'),
      right: tie('expr'),
    } as never),
    node<ast.CompareOperation>('CompareOperation', {
      op: fc.constantFrom(...COMPARE_OPS),
      left: tie('expr'),
      right: tie('expr'),
    } as never),
    node<ast.BetweenExpr>('BetweenExpr', {
      expr: tie('expr'),
      low: tie('expr').filter(({ type }) => type !== 'Lambda'),
      high: tie('expr').filter(({ type }) => type !== 'Lambda'),
      negated: fc.boolean(),
    } as never),
    parts('And'),
    parts('Or'),
    node<ast.Not>('Not', { expr: tie('expr') } as never),
    node<ast.Alias>('Alias', { alias: newName, expr: tie('expr') } as never),
    node<ast.Lambda>('Lambda', {
      args: fc.array(newName, { maxLength: 3 }),
      expr: tie('expr'),
    } as never),
    node<ast.ArrayAccess>('ArrayAccess', {
      array: tie('expr'),
      property: tie('expr'),
      nullish: fc.boolean(),
    } as never),
    node<ast.TupleAccess>('TupleAccess', {
      tuple: tie('expr'),
      index: fc.nat(1000),
      nullish: fc.boolean(),
    } as never),
    node<ast.TypeCast>('TypeCast', {
      expr: tie('expr'),
      typeName: fc.constantFrom(...TYPE_NAMES),
    } as never),
    node<ast.ArraySlice>('ArraySlice', {
      array: tie('expr'),
      from: optional(tie('expr')),
      to: optional(tie('expr')),
    } as never),
    node<ast.Dict>('Dict', {
      items: fc.array(fc.tuple(tie('expr'), tie('expr')), { maxLength: 2 }),
    } as never),
    node<ast.IsDistinctFrom>('IsDistinctFrom', {
      left: tie('expr'),
      right: tie('expr'),
      negated: fc.boolean(),
    } as never),
    windowFunction,
    node<ast.TryCast>('TryCast', {
      expr: tie('expr'),
      typeName: fc.constantFrom(...TYPE_NAMES),
    } as never),
    tag,
    columns,
  );

  const number = fc.nat(100).map((value) => ({ type: 'Constant' as const, value, ...AT }));
  const placeholder = node<ast.Placeholder>('Placeholder', { expr: tie('expr') } as never);
  const ratio = fc.oneof(
    node<ast.RatioExpr>('RatioExpr', { left: number, right: optional(number) } as never),
    placeholder,
  );
  const sample = node<ast.SampleExpr>('SampleExpr', { ratio, offset: optional(ratio) } as never);
  const tableSuffix = { alias: optional(newName), sample: seldom(sample) };
  const plainTable = fc.record({
    table: fc.oneof(
      chain.map((steps) => ({ type: 'Field' as const, chain: steps, ...AT })),
      tie('statement'),
      node<ast.Placeholder>('Placeholder', { expr: tie('expr') } as never),
    ),
    tableArgs: fc.constant(null),
    ...tableSuffix,
  });
  const tableFunction = fc.record({
    table: anyName.map((name) => ({ type: 'Field' as const, chain: [name], ...AT })),
    tableArgs: exprs(0),
    ...tableSuffix,
  });
  const table = fc.oneof(
    { weight: 4, arbitrary: plainTable },
    { weight: 1, arbitrary: tableFunction },
  );
  const constraint = node<ast.JoinConstraint>('JoinConstraint', {
    kind: fc.constantFrom('ON', 'USING'),
    expr: tie('expr'),
  } as never);
  const join = fc.oneof(
    fc.tuple(table, fc.constantFrom(...JOIN_TYPES), optional(constraint)),
    fc.tuple(
      table,
      fc.constantFrom('CROSS JOIN' as const, 'POSITIONAL JOIN' as const),
      fc.constant(null),
    ),
  );
  const from = fc
    .tuple(table, fc.array(join, { maxLength: 2 }))
    .map(([first, joins]): ast.JoinExpr => {
      const next = joins.reduceRight<ast.JoinExpr | null>(
        (nextJoin, [joined, joinType, on]) => ({
          type: 'JoinExpr',
          ...joined,
          joinType,
          constraint: on,
          nextJoin,
          ...AT,
        }),
        null,
      );
      return {
        type: 'JoinExpr',
        ...first,
        joinType: null,
        constraint: null,
        nextJoin: next,
        ...AT,
      };
    });

  const cte = fc.oneof(
    node<ast.CTE>('CTE', {
      name: newName,
      cteType: fc.constant('subquery'),
      expr: tie('statement'),
      materialized: fc.boolean(),
      columns: seldom(names(1)),
    } as never),
    node<ast.CTE>('CTE', {
      name: newName,
      cteType: fc.constant('column'),
      expr: tie('expr'),
    } as never),
  );
  const arrayJoin = node<ast.ArrayJoin>('ArrayJoin', {
    kind: fc.constantFrom('ARRAY JOIN', 'LEFT ARRAY JOIN', 'INNER ARRAY JOIN'),
    arrays: fc.array(node<ast.Alias>('Alias', { alias: newName, expr: tie('expr') } as never), {
      minLength: 1,
      maxLength: 2,
    }),
  } as never);
  const tuple = node<ast.Tuple>('Tuple', { exprs: exprs(0) } as never);
  const grouping = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ groupBy: optional(exprs(1)), groupByMode: fc.constant(null) }),
    },
    fc.record({ groupBy: fc.constant(null), groupByMode: fc.constant('all' as const) }),
    fc.record({
      groupBy: exprs(1),
      groupByMode: fc.constantFrom('rollup' as const, 'cube' as const),
    }),
    fc.record({
      groupBy: fc.array(tuple, { minLength: 1, maxLength: 2 }),
      groupByMode: fc.constant('grouping_sets' as const),
    }),
  );
  const limit = fc.oneof(
    { weight: 3, arbitrary: fc.record({ limit: optional(tie('expr')) }) },
    fc.record({ limit: number, limitPercent: fc.boolean(), limitWithTies: fc.boolean() }),
  );
  const query = node<ast.SelectQuery>('SelectQuery', {
    ctes: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      fc
        .tuple(fc.array(cte, { maxLength: 2 }), fc.boolean())
        .map(([ctes, recursive]) => ctes.map((made) => ({ ...made, recursive }))),
    ),
    select: exprs(1),
    distinct: fc.boolean(),
    selectFrom: optional(from),
    prewhere: optional(tie('expr')),
    where: optional(tie('expr')),
    having: optional(tie('expr')),
    qualify: seldom(tie('expr')),
    windows: seldom(
      fc.array(node<ast.NamedWindow>('NamedWindow', { name: newName, window } as never), {
        minLength: 1,
        maxLength: 1,
      }),
    ),
    orderBy: optional(orders(1)),
    limitBy: optional(
      node<ast.LimitByExpr>('LimitByExpr', {
        n: tie('expr'),
        offset: optional(tie('expr')),
        exprs: exprs(1),
      } as never),
    ),
    offset: optional(tie('expr')),
  } as never).chain((made) =>
    fc.tuple(grouping, limit, seldom(arrayJoin)).map(([group, limits, arrays]) => ({
      ...made,
      ...group,
      ...limits,
      arrayJoin: made.selectFrom === null ? null : arrays,
    })),
  );
  const set = node<ast.SelectSetQuery>('SelectSetQuery', {
    initialSelectQuery: tie('statement'),
    subsequentSelectQueries: fc.array(
      node<ast.SelectSetNode>('SelectSetNode', {
        setOperator: fc.constantFrom(...SET_OPS),
        selectQuery: tie('statement'),
      } as never),
      { minLength: 1, maxLength: 2 },
    ),
    orderBy: optional(orders(1)),
    limit: optional(tie('expr')),
    offset: optional(tie('expr')),
  } as never);
  return {
    expr: fc.oneof({ depthSize: 'small', withCrossShrink: true }, constant, field, operand),
    operand,
    query,
    statement: fc.oneof({ depthSize: 'small', withCrossShrink: true }, query, set),
  };
});

export const arbitraryExpr: fc.Arbitrary<ast.Expr> = expr;
export const arbitraryStatement: fc.Arbitrary<ast.Statement> = statement;
