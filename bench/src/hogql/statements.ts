/** A typical statement of an analyst: 155 characters, as in the measurements of the official parser. */
export const TYPICAL =
  "select toStartOfDay(timestamp) as day, count() as total from events where event = '$pageview' and " +
  'properties.$browser = {browser} group by day order by day';

/** A statement of about `length` characters with many conditions. */
export function longStatement(length: number): string {
  const conditions: string[] = [];
  for (let size = 0, at = 0; size < length; at++) {
    const condition = `(properties.key_${at % 40} = 'value ${at}' and toInt(properties.n) > ${at})`;
    conditions.push(condition);
    size += condition.length + 4;
  }
  return `select event, count() as total from events where ${conditions.join(' or ')} group by event`;
}

/** Statements with the deepest nesting that the maximum length allows. */
export const HOSTILE: Readonly<Record<string, string>> = {
  parentheses: `select ${'('.repeat(250_000)}`,
  calls: `select ${'f('.repeat(120_000)}`,
  casts: `select ${'cast('.repeat(50_000)}`,
  intervals: `select ${'interval ('.repeat(25_000)}`,
  NOT: `select ${'not '.repeat(60_000)}a`,
  'sub-queries': '(select '.repeat(30_000),
  sums: `select 1${' + 1'.repeat(60_000)}`,
  ternaries: `select ${'a ? b : '.repeat(30_000)}c`,
  templates: `select ${"f'{".repeat(80_000)}`,
  tags: `select ${'<a>'.repeat(80_000)}`,
  joins: `select 1 from t${', t'.repeat(80_000)}`,
};
