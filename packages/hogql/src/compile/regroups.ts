import type { SelectQuery } from '../ast';
import { aggregates } from '../functions/find';
import { visitTree } from './map-tree';

/** Whether rows of the answer are anything else than rows of the table. */
export function regroups(select: SelectQuery): boolean {
  const { groupBy, having, qualify, limitBy, arrayJoin, interpolate } = select;
  const clauses = [groupBy, having, qualify, limitBy, arrayJoin, interpolate];
  if (clauses.some((clause) => clause !== null && clause !== undefined)) return true;
  if ((select.groupByMode ?? null) !== null) return true;
  if (select.distinct || select.limitPercent === true || select.limitWithTies === true) return true;
  let found = false;
  visitTree([select.select, select.orderBy], (node) => {
    if (node.type === 'WindowFunction') found = true;
    if (node.type !== 'Call' || !('name' in node)) return;
    const name = String(node.name);
    found ||= name === 'arrayJoin' || aggregates.find(name) !== undefined;
  });
  return found;
}
