import { astBuilder, printHogQL } from '@tidemark/hogql';
import type { PropertyName } from '../draft';

/* Whatever comes from a prompt or a project's names reaches the text through HogQL's own printer. */

const build = astBuilder({ start: 0, end: 0 });

/** A constant. */
export function literal(value: string | number | boolean): string {
  return printHogQL(build.constant(value));
}

/** What a property is read as. Expressions are our own texts, never a prompt's. */
export function propertyExpression({ owner, name }: PropertyName): string {
  if (owner === 'expression') return name;
  return printHogQL(
    owner === 'event' ? build.field('properties', name) : build.field('person', 'properties', name),
  );
}

/** A column name that begins with a letter and needs no quotes. */
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

/** Names of columns that the statement reads or makes itself, and words of the language. */
const RESERVED = new Set(
  (
    'event events timestamp properties person person_id distinct_id uuid team_id total users sessions day hour week ' +
    'month year quarter minute current previous started converted select from where group order by limit as and or not ' +
    'in is null true false case when then else end with having distinct union all between interval join on using array ' +
    'date time desc asc final sample offset window over partition first last id key index'
  ).split(' '),
);
