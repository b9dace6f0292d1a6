import type { Expr } from '@tidemark/hogql';
import { ast } from './ast';

/** The alias every statement gives to its scan of events. */
export const EVENTS = 'e';

/** The timestamp of an event. */
export function timestamp(): Expr {
  return ast.field(EVENTS, 'timestamp');
}
