const text = `
  all and anti any array as asc asof between both by case cast cohort collate columns cross cube current date day desc
  distinct else end except exclude extract fill filter final first following for from full group grouping having hour if
  ignore ilike in include inner interpolate intersect interval is join last leading left like limit materialized minute
  month natural not null nulls offset on or order outer over partition pivot preceding prewhere qualify quarter range
  recursive replace right rollup row rows sample second select semi sets settings step then ties timestamp to top totals
  trailing unbounded union unpivot using values week when where window with within year true false`;

/** The keywords of HogQL, in lower case. Some of them can also be names (`timestamp`, `date`). */
export const KEYWORDS: readonly string[] = text.trim().split(/\s+/);

const set = new Set(KEYWORDS);
/** Keywords that are more often names of columns or functions. */
const NAMES = new Set(['timestamp', 'date', 'first', 'last', 'any', 'if', 'replace', 'values']);

/** Whether a word is highlighted as a keyword. */
export function isKeyword(word: string): boolean {
  const lower = word.toLowerCase();
  return set.has(lower) && !NAMES.has(lower);
}
