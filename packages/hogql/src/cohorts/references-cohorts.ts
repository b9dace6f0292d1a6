import type { Statement } from '../ast';
import { visitTree } from '../compile/map-tree';

const TABLES: ReadonlySet<unknown> = new Set([
  'cohort_people',
  'raw_cohort_people',
  'static_cohort_people',
]);

/** Can the statement depend on the project's cohorts? What the caller then loads before compiling. */
export function referencesCohorts(statement: Statement): boolean {
  let found = false;
  visitTree(statement, (node) => {
    if ('op' in node) found ||= node.op === 'in cohort' || node.op === 'not in cohort';
    if ('chain' in node && Array.isArray(node.chain)) found ||= TABLES.has(node.chain[0]);
  });
  return found;
}
