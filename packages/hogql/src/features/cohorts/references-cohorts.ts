import type { Statement } from '../../syntax/ast';
import { visitTree } from '../../syntax/map-tree';

const TABLES: ReadonlySet<unknown> = new Set([
  'cohort_people',
  'raw_cohort_people',
  'static_cohort_people',
]);

/** Whether the statement can depend on the project's cohorts, which the caller then loads before compiling. */
export function referencesCohorts(statement: Statement): boolean {
  let found = false;
  visitTree(statement, (node) => {
    if (node.type === 'CompareOperation') {
      found ||= node.op === 'in cohort' || node.op === 'not in cohort';
    }
    if (node.type === 'Field') found ||= TABLES.has(node.chain[0]);
  });
  return found;
}
