import type { Constant } from '../../syntax/ast';
import { NULL, number, text } from '../../clickhouse-sql/build';
import { typeOf } from '../../types/value-type';
import type { Typed } from '../scope/typed';

/** A literal: text becomes a bound parameter, the rest is printed inline. */
export function literal(node: Pick<Constant, 'value'>): Typed {
  const { value } = node;
  switch (typeof value) {
    case 'string':
      return { sql: text(value), type: typeOf('String'), constant: value };
    case 'boolean':
      return { sql: { kind: 'boolean', value }, type: typeOf('Boolean'), constant: value };
    case 'bigint':
      return { sql: number(value), type: typeOf('Integer'), constant: value };
    case 'number': {
      const kind = Number.isInteger(value) ? 'Integer' : 'Float';
      return { sql: number(value), type: typeOf(kind), constant: value };
    }
    default:
      return { sql: NULL, type: typeOf('Null'), constant: null };
  }
}
