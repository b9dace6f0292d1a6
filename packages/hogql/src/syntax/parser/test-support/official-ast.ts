import { EXPRESSIONS } from './official-expressions';
import type { Json } from './official-json';
import { addConverters, node, toOurs } from './official-json';
import { STATEMENTS } from './official-statements';

addConverters(EXPRESSIONS);
addConverters(STATEMENTS);

/**
 * Converts the official parser's JSON text to our tree, without positions, so that both can be compared; null when
 * that text reports an error.
 *
 * @throws NoCounterpart for a node that our tree does not have
 */
export function fromOfficialJson(json: string): unknown {
  const parsed = node(JSON.parse(json) as Json);
  return parsed['error'] === true ? null : toOurs(parsed);
}
