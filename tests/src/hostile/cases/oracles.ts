import type { Attack } from './case';

/**
 * Functions that throw for values of the other project, but not for those of the queried one. A successful response
 * proves that they were not called with the other project's values (`docs/wire/hogql-security.md#leaks`).
 */
const TRAPS = [
  'factorial(toInt(properties.factorial))',
  'length(range(toInt(properties.count)))',
  "length(repeat('a', toInt(properties.count)))",
  "length(arrayWithConstant(assumeNotNull(toInt(properties.count)), 'x'))",
  'match(distinct_id, assumeNotNull(properties.pattern))',
  'distinct_id =~ assumeNotNull(properties.pattern)',
  "replaceRegexpAll(distinct_id, assumeNotNull(properties.pattern), 'x')",
  "isIPAddressInRange('1.2.3.4', assumeNotNull(properties.range))",
  'h3GetResolution(properties.cell)',
  'h3ToString(properties.cell)',
  'h3GetFaces(properties.cell)',
  'leftPad(distinct_id, toInt(properties.count))',
  'arrayResize([1], assumeNotNull(toInt(properties.count)), 1)',
  "mapFromArrays(['a'], arrayResize([1], assumeNotNull(toInt(properties.count)) - 2))",
  'arrayElement([1, 2, 3], toInt(properties.count))',
  'intDiv(1, toInt(properties.number) - 918273645)',
  '1 / (toInt(properties.number) - 918273645)',
  'modulo(1, toInt(properties.number) - 918273645)',
  'toInt(properties.text)',
  'toDecimal(properties.text, 2)',
  'toDateTime(properties.text)',
  'toUUID(properties.text)',
  'base58Decode(properties.text)',
  'unhex(properties.text)',
  'multiplyDecimal(toDecimal(properties.count, 10), toDecimal(properties.count, 10))',
  'bitShiftLeft(1, toInt(properties.count))',
  'roundBankers(toInt(properties.count), toInt(properties.count))',
  "arrayReduce('sum', range(toInt(properties.count)))",
  'addSeconds(timestamp, toInt(properties.count))',
  'reinterpretAsUUID(properties.text)',
  'substring(distinct_id, toInt(properties.count))',
];

const EVENTS = 'from events where isNotNull(properties.secret)';

/** The count of the queried project's only event. */
const ONE = [[1]];

/** Parts of statements where an exception for a row of another project would be visible. */
const PLACES: readonly ((trap: string) => string)[] = [
  (trap) => `select count() ${EVENTS} and toString(${trap}) != '-'`,
  (trap) =>
    `select count() from events prewhere isNotNull(properties.secret) where toString(${trap}) != '-'`,
  (trap) => `select uniq(ifNull(toString(${trap}), '')) ${EVENTS}`,
  (trap) => `select count() from (select toString(${trap}) as v ${EVENTS}) where v != '-'`,
  (trap) =>
    `select count() from events a join (select uuid, toString(${trap}) as v ${EVENTS}) b on a.uuid = b.uuid`,
  (trap) => `select count() from (select uuid ${EVENTS} order by toString(${trap}))`,
];

/** Combines every function with every part of a statement. */
export const oracles: readonly Attack[] = TRAPS.flatMap((trap) =>
  PLACES.map((place): Attack => ({ query: place(trap), outcome: ONE })),
);
