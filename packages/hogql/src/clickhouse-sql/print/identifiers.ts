const SIMPLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Words that would change the meaning of the statement without quotes. */
const KEYWORDS = new Set(
  (
    'all and any anti array as asc asof between both by case cast collate cross cube date desc describe distinct ' +
    'else end except exists extract false fill filter final first following for format from full global group ' +
    'grouping having if ilike in inf inner interpolate intersect interval into is join key lambda last leading ' +
    'left like limit materialized nan natural not null nulls offset on or order outer outfile over partition ' +
    'preceding prewhere qualify range recursive respect right rollup row rows sample select semi set settings ' +
    'step substring table then ties timestamp to top totals trailing trim true truncate unbounded union using ' +
    'values view when where window with'
  ).split(' '),
);

/**
 * Quotes an identifier. Every character that could end a quotation, start a comment or a statement, or look like a
 * parameter is written as a `\xHH` escape, so that even a simple parser of the SQL reads it correctly.
 */
export function quoteIdentifier(name: string): string {
  if (SIMPLE.test(name) && !KEYWORDS.has(name.toLowerCase())) return name;
  const escaped = name.replace(/[^A-Za-z0-9_$ .:@()\u0080-\uffff]/g, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\x${code.toString(16).padStart(2, '0').toUpperCase()}`;
  });
  return `\`${escaped}\``;
}

/** A key of a JSON path. The engine stores a dot inside a key as `%2E` (`json_type_escape_dots_in_keys`). */
export function quoteJsonKey(key: string): string {
  return quoteIdentifier(key.replaceAll('.', '%2E'));
}
