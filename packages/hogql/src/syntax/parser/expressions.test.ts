import { parseExpr, parseOrderExpr } from '.';
import { compact } from './test-support/compact';

const tree = (source: string): string => compact(parseExpr(source));

describe('precedence', () => {
  it.each([
    [
      'a + b * c',
      'ArithmeticOperation(op: "+", left: a, right: ArithmeticOperation(op: "*", left: b, right: c))',
    ],
    [
      'a - b - c',
      'ArithmeticOperation(op: "-", left: ArithmeticOperation(op: "-", left: a, right: b), right: c)',
    ],
    ['-a.b', 'ArithmeticOperation(op: "-", left: 0, right: a.b)'],
    ['-1', '-1'],
    ['a and b or c', 'Or(exprs: [And(exprs: [a, b]), c])'],
    ['a and (b and c)', 'And(exprs: [a, b, c])'],
    [
      'not a = b and c',
      'And(exprs: [Not(expr: CompareOperation(op: "==", left: a, right: b)), c])',
    ],
    [
      'a = 1 and t between 1 and 2',
      'And(exprs: [CompareOperation(op: "==", left: a, right: 1), BetweenExpr(expr: t, low: 1, high: 2)])',
    ],
    ['a ? b : c ? d : e', 'Call(name: "if", args: [a, b, Call(name: "if", args: [c, d, e])])'],
    ['a as b and c', 'And(exprs: [Alias(alias: "b", expr: a), c])'],
    ['x -> x and y', 'Lambda(args: ["x"], expr: And(exprs: [x, y]))'],
    ['f(a, x -> x)', 'Call(name: "f", args: [Lambda(args: ["a", "x"], expr: x)])'],
  ])('%s', (source, expected) => {
    expect(tree(source)).toBe(expected);
  });
});

describe('shorthands', () => {
  it.each([
    ['case when a then b end', 'Call(name: "if", args: [a, b, null])'],
    ['case when a then 1 when b then 2 else 3 end', 'Call(name: "multiIf", args: [a, 1, b, 2, 3])'],
    [
      "case x when 1 then 'a' else 'b' end",
      'Call(name: "transform", args: [x, Array(exprs: [1]), Array(exprs: ["a"]), "b"])',
    ],
    ['a ?? b', 'Call(name: "ifNull", args: [a, b])'],
    ['a || b || c', 'Call(name: "concat", args: [a, b, c])'],
    ["f'x{a}y'", 'Call(name: "concat", args: ["x", a, "y"])'],
    ["f''", '""'],
    ['interval 7 day', 'Call(name: "toIntervalDay", args: [7])'],
    ["interval '2 weeks'", 'Call(name: "toIntervalWeek", args: [2])'],
    ['interval', 'interval'],
    ['a::Int', 'TypeCast(expr: a, typeName: "int")'],
    ["cast(a as DateTime64(6, 'UTC'))", `TypeCast(expr: a, typeName: "datetime64(6, 'UTC')")`],
    ['a is not null', 'CompareOperation(op: "!=", left: a, right: null)'],
    ['a ~* b', 'CompareOperation(op: "=~*", left: a, right: b)'],
    ['a not in cohort 3', 'CompareOperation(op: "not in cohort", left: a, right: 3)'],
    ["trim(leading 'x' from a)", 'Call(name: "trimLeft", args: [a, "x"])'],
    ['not(a)', 'Not(expr: a)'],
    ['a <=> b', 'IsDistinctFrom(left: a, right: b, negated: true)'],
    [
      'a is distinct from b = c',
      'IsDistinctFrom(left: a, right: CompareOperation(op: "==", left: b, right: c))',
    ],
  ])('%s', (source, expected) => {
    expect(tree(source)).toBe(expected);
  });
});

describe('access, calls, literals', () => {
  it.each([
    [
      "properties['a'].b",
      'ArrayAccess(array: ArrayAccess(array: properties, property: "a"), property: "b")',
    ],
    ['t.1.2', 'TupleAccess(tuple: TupleAccess(tuple: t, index: 1), index: 2)'],
    [
      "a?.b?.['c']?.1",
      'TupleAccess(tuple: ArrayAccess(array: ArrayAccess(array: a, property: "b", nullish: true), property: "c", nullish: true), index: 1, nullish: true)',
    ],
    [
      'count(distinct a) filter (where b)',
      'Call(name: "count", args: [a], distinct: true, filterExpr: b)',
    ],
    ['quantile(0.9)(a)', 'Call(name: "quantile", args: [a], params: [0.9])'],
    ['a in (select 1)', 'CompareOperation(op: "in", left: a, right: SelectQuery(select: [1]))'],
    ['a in (1, 2,)', 'CompareOperation(op: "in", left: a, right: Tuple(exprs: [1, 2]))'],
    ['{a.b}', 'Placeholder(expr: a.b)'],
    ["{'a': 1, b: 2,}", 'Dict(items: [["a", 1], [b, 2]])'],
    ['a[1:]', 'ArraySlice(array: a, from: 1)'],
    ['a[b ? 1 : 2]', 'ArrayAccess(array: a, property: Call(name: "if", args: [b, 1, 2]))'],
    [
      'f(a)(b) over (partition by c order by d desc rows between unbounded preceding and 2 following)',
      'WindowFunction(name: "f", args: [b], params: [a], over: WindowExpr(partitionBy: [c], ' +
        'orderBy: [OrderExpr(expr: d, order: "DESC")], frame: WindowFrame(method: "ROWS", ' +
        'from: WindowFrameBound(direction: "PRECEDING"), ' +
        'to: WindowFrameBound(direction: "FOLLOWING", value: 2))))',
    ],
    ['true', 'true'],
    ['`true`', 'true'],
    ["'it''s \\'\\n\\\\'", JSON.stringify("it's '\n\\")],
    ['0x1F', '31'],
    ['0b11', '3'],
    ['0x1.8p3', '12'],
    ['.5e1', '5'],
    ['18446744073709551615', '18446744073709551615n'],
    ['-9223372036854775808', '-9223372036854775808n'],
    ['select + order', 'ArithmeticOperation(op: "+", left: select, right: order)'],
    ['date', 'date'],
    ['timestamp > 1 -- note', 'CompareOperation(op: ">", left: timestamp, right: 1)'],
  ])('%s', (source, expected) => {
    expect(tree(source)).toBe(expected);
  });

  it('distinguishes a quoted word from the literal', () => {
    expect(parseExpr('true').type).toBe('Constant');
    expect(parseExpr('`true`').type).toBe('Field');
  });

  it('reads infinities and NaN as numbers', () => {
    expect(parseExpr('-inf')).toMatchObject({ type: 'Constant', value: -Infinity });
    expect(parseExpr('nan')).toMatchObject({ type: 'Constant', value: NaN });
  });
});

describe('positions', () => {
  it('cover the text of each node, with parentheses for operators', () => {
    const source = '(a) + f(b, 12)';
    expect(parseExpr(source)).toMatchObject({
      start: 0,
      end: source.length,
      left: { start: 1, end: 2 },
      right: {
        start: 6,
        end: 14,
        args: [
          { start: 8, end: 9 },
          { start: 11, end: 13 },
        ],
      },
    });
  });
});

describe('parseOrderExpr', () => {
  it.each([
    ['a', 'OrderExpr(expr: a, order: "ASC")'],
    ['count() desc', 'OrderExpr(expr: Call(name: "count"), order: "DESC")'],
    ['a descending nulls last', 'OrderExpr(expr: a, order: "DESC")'],
  ])('%s', (source, expected) => {
    expect(compact(parseOrderExpr(source))).toBe(expected);
  });
});
