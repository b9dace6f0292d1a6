import { call, number, text } from '../../clickhouse-sql/build';
import type { SqlExpr } from '../../clickhouse-sql/nodes';
import { isNumeric, typeOf } from '../../types/value-type';
import { toFloat, toTimestamp, toText } from './casts';
import { meet, meetAll } from './declared';
import { matchedSet } from './matched-set';
import type { ComparisonOptions } from './comparison';
import { isDateLike } from './comparison';
import { requireDateText } from './date-text';
import type { Typed } from '../scope/typed';
import { isUntypedProperty, typed } from '../scope/typed';

/** A list item as text, for comparison with text. */
function itemAsText(item: Typed): Typed {
  return typeof item.constant === 'number' || typeof item.constant === 'boolean'
    ? { ...toText(item), constant: String(item.constant) }
    : toText(item);
}

interface Coerced {
  readonly left: Typed;
  readonly items: readonly Typed[];
}

/** Converts the tested value and the list to one common type. */
function coerce(given: Typed, list: readonly Typed[], { zone, at }: ComparisonOptions): Coerced {
  const left = meetAll(given, list);
  const items = list.map((item) => meet(left, item)[1]);
  if (isUntypedProperty(left)) {
    const numeric = items.length > 0 && items.every((item) => isNumeric(item.type));
    return numeric
      ? { left: toFloat(left), items }
      : { left, items: items.map((item) => itemAsText(item)) };
  }
  if (isDateLike(left)) {
    for (const item of items) requireDateText(item, left, at);
    return { left: toTimestamp(left, zone), items: items.map((item) => toTimestamp(item, zone)) };
  }
  if (left.type.kind === 'UUID') {
    return { left: toText(left), items: items.map((item) => toText(item)) };
  }
  return { left, items };
}

function finish(negated: boolean, sql: SqlExpr, left: Typed, options: ComparisonOptions): Typed {
  if (!options.nullSafe || !left.type.nullable) return typed(sql, typeOf('Boolean'));
  return typed(call('ifNull', sql, number(negated ? 1 : 0)), typeOf('Boolean'));
}

/** The number of texts from which a list becomes one parameter, because many parameters cost the engine far more. */
const LONG = 100;

/** Characters that texts hardly ever contain. */
const SEPARATORS = ['\u001f', '\u001e', '\u001d', '\u001c', '\u0001', '\ue000', '\ue001', '\ue002'];

/** A list that contains only texts, as one text that the engine splits; null for any other list. */
function longText(items: readonly Typed[]): SqlExpr | null {
  const texts = items.flatMap(({ sql }) => (sql.kind === 'text' ? [sql.value] : []));
  if (items.length < LONG || texts.length < items.length) return null;
  const separator = SEPARATORS.find((one) => !texts.some((value) => value.includes(one)));
  if (separator === undefined) return null;
  return call('splitByString', text(separator), text(texts.join(separator)));
}

/** `value IN (a, b, NULL)`: NULL counts as an ordinary element. */
export function inList(
  negated: boolean,
  left: Typed,
  list: readonly Typed[],
  options: ComparisonOptions,
): Typed {
  const withNull = list.some((item) => item.constant === null);
  const { left: value, items } = coerce(
    left,
    list.filter((item) => item.constant !== null),
    options,
  );
  const isNull = call('isNull', value.sql);
  if (items.length === 0) {
    const empty = withNull ? isNull : number(0);
    return typed(negated ? call('not', empty) : empty, typeOf('Boolean'));
  }
  const set = longText(items) ?? call('tuple', ...items.map((item) => item.sql));
  const member = call(negated ? 'notIn' : 'in', value.sql, set);
  const safe = finish(negated, member, value, options);
  if (!withNull || !value.type.nullable) return safe;
  const sql = negated
    ? call('and', safe.sql, call('isNotNull', value.sql))
    : call('or', safe.sql, isNull);
  return typed(sql, typeOf('Boolean'));
}

/** `value IN (SELECT ...)` or IN another expression that the engine accepts as a set. */
export function inSet(
  negated: boolean,
  left: Typed,
  set: Typed,
  options: ComparisonOptions,
): Typed {
  const [value] = meet(left, set);
  const tested = isUntypedProperty(value) && isNumeric(set.type) ? toFloat(value) : value;
  const matched = matchedSet(tested, set);
  const member = call(negated ? 'notIn' : 'in', matched.value, matched.set);
  return finish(negated, member, tested, options);
}
