import { astBuilder, printHogQL } from '@tidemark/hogql';
import type { PropertyName } from '../draft';

/* Texts of prompts and names of projects are written by HogQL's printer, which escapes them. */

const build = astBuilder({ start: 0, end: 0 });

/** Writes a constant in HogQL. */
export function literal(value: string | number | boolean): string {
  return printHogQL(build.constant(value));
}

/** Writes the expression that reads a property. Expressions are fixed texts of this package, never from a prompt. */
export function propertyExpression({ owner, name }: PropertyName): string {
  if (owner === 'expression') return name;
  return printHogQL(
    owner === 'event' ? build.field('properties', name) : build.field('person', 'properties', name),
  );
}

/** Returns a column name that begins with a letter and needs no quotes. */
export function columnName({ owner, name }: PropertyName): string {
  if (owner === 'expression') {
    return name === 'toDayOfWeek(timestamp)'
      ? 'weekday'
      : name === 'toHour(timestamp)'
        ? 'hour_of_day'
        : name;
  }
  const plain = name
    .replace(/^\$geoip_(\w+?)(?:_name)?$/, '$1')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, 40);
  return /^[a-z]/.test(plain) && !RESERVED.has(plain) ? plain : `value_${plain}`.replace(/_$/, '');
}

/** Names that the statement already uses as columns, and keywords of HogQL. */
const RESERVED = new Set(
  (
    'event events timestamp properties person person_id distinct_id uuid team_id total users sessions day hour week ' +
    'month year quarter minute current previous started converted select from where group order by limit as and or not ' +
    'in is null true false case when then else end with having distinct union all between interval join on using array ' +
    'date time desc asc final sample offset window over partition first last id key index'
  ).split(' '),
);
