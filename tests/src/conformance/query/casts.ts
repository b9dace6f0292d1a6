import type { ResultCases } from './case';

export const casts: ResultCases = {
  project: 'utc',
  cases: [
    [
      `select toFloat('1.5'), toInt('42'), toString(42), toFloat('x'), toInt('x')`,
      [[1.5, 42, '42', null, null]],
    ],
    [
      `select toFloat(properties.amount), toInt(properties.amount) from events where event = 'purchase' order by timestamp`,
      [
        [19.99, null],
        [5, 5],
        [40, 40],
      ],
    ],
    [`select toFloatOrZero('x'), toIntOrZero('x'), toFloatOrDefault('x', 7.0)`, [[0, 0, 7]]],
    [`select toBool('true'), toBool('false')`, [[true, false]]],
    [
      `select toUUID('01890a5d-ac96-774b-bcce-b302099a8057')`,
      [['01890a5d-ac96-774b-bcce-b302099a8057']],
    ],
    [
      `select toDate('2026-01-05'), toDateTime('2026-01-05 10:11:12')`,
      [['2026-01-05', '2026-01-05T10:11:12Z']],
    ],
    [
      `select toDateTime('2026-01-05T10:11:12Z'), toDateTime('2026-01-05')`,
      [['2026-01-05T10:11:12Z', '2026-01-05T00:00:00Z']],
    ],
    [`select toDateTime(1767607872)`, [['2026-01-05T10:11:12Z']]],
    [
      `select '5'::int + 1, '2.5'::float, 7::string, cast('8' as int), CAST(9 AS String)`,
      [[6, 2.5, '7', 8, '9']],
    ],
    [`select toDecimal('1.25', 2)`, [[1.25]]],
    [
      `select toTypeName(toInt('1')), toTypeName(1), toTypeName('a')`,
      [['Nullable(Int64)', 'UInt8', 'String']],
    ],
    [`select count() from events where toInt(properties.load_ms) > 100`, [[3]]],
    [`select 1 / 0, -1 / 0, 0 / 0`, [[null, null, null]]],
    [
      `select 4294967296, toInt('9007199254740991'), -9007199254740991`,
      [[4294967296, 9007199254740991, -9007199254740991]],
    ],
    [
      `select true, false, null, 1.5, -3, 'it''s', 'a\\nb'`,
      [[true, false, null, 1.5, -3, "it's", 'a\nb']],
    ],
    [`select [1, 2], ('a', 1), [], tuple(1, 'x').2`, [[[1, 2], ['a', 1], [], 'x']]],
    [`select 7 % 3, 7 / 2, intDiv(7, 2), 2 * (3 + 4), -(-2)`, [[1, 3.5, 3, 14, 2]]],
    [
      `select round(3.14159, 2), floor(3.9), ceil(3.1), abs(-5), greatest(1, 2), least(1, 2)`,
      [[3.14, 3, 4, 5, 2, 1]],
    ],
  ],
};
