import type { Field } from '../ast';
import type { Parser } from './parser';

/** `*` that stands alone; `t.*` is read with the field it belongs to. */
export function asterisk(parser: Parser): Field {
  const at = parser.here();
  parser.advance();
  refuseAsteriskModifiers(parser);
  return { type: 'Field', chain: ['*'], ...at };
}

export function refuseAsteriskModifiers(parser: Parser): void {
  if (parser.peek(1) !== '(') return;
  if (parser.at('EXCLUDE')) parser.unsupported('* EXCLUDE (...)');
  if (parser.at('REPLACE')) parser.unsupported('* REPLACE (...)');
  if (parser.at('COLUMNS')) parser.unsupported('* COLUMNS(...)');
}
