import { encodeEscapes } from '../lexer/escapes';

const PLAIN = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** Words that the parser does not accept as a name in every position of a name. */
const QUOTED_NAMES: ReadonlySet<string> = new Set(
  (
    'all and array as asc between by case cast cohort columns desc distinct else end except false from group ' +
    'having ilike in inf infinity inner intersect interval is join lambda left like limit ' +
    'materialized nan not null offset on or order prewhere qualify recursive sample select ' +
    'settings then true try_cast union using when where window with within'
  ).split(' '),
);

/** Names of functions that the parser reads as other constructs. */
const QUOTED_FUNCTIONS: ReadonlySet<string> = new Set(
  (
    'all as between by case cast cohort columns cube distinct else except from group having inf infinity ' +
    'intersect interval is join limit materialized nan not null offset on order prewhere qualify recursive rollup ' +
    'sample select settings then trim try_cast union using when where window with within'
  ).split(' '),
);

function quoted(name: string): string {
  return encodeEscapes(name, '`');
}

/** A name, in backticks only where the parser needs them. */
export function printName(name: string): string {
  return PLAIN.test(name) && !QUOTED_NAMES.has(name.toLowerCase()) ? name : quoted(name);
}

/** After a `.` nearly every word is a name. */
export function printStep(step: string | number): string {
  if (typeof step === 'number') return String(step);
  if (step === '*') return step;
  return PLAIN.test(step) && !NOT_NAMES.has(step.toLowerCase()) ? step : quoted(step);
}

const NOT_NAMES: ReadonlySet<string> = new Set(
  'null inf infinity nan except intersect materialized within'.split(' '),
);

export function printFunctionName(name: string): string {
  return PLAIN.test(name) && !QUOTED_FUNCTIONS.has(name.toLowerCase()) ? name : quoted(name);
}
