import type { Statement } from '@tidemark/hogql';
import { text } from '../../hogql-builders/ast';
import { statement } from '../../hogql-builders/template';
import { MULTIPLE } from '../plan/exposure';

/** Sums of a value over units, and of its squares. */
export const SUMS = {
  value: ['sum(v0)', 'sum(v0 * v0)'],
  denominator: ['sum(v1)', 'sum(v1 * v1)', 'sum(v0 * v1)'],
  covariate: ['sum(covariate)', 'sum(covariate * covariate)', 'sum(v0 * covariate)'],
} as const;

/**
 * One row per variant and breakdown values: `variant`, `shown`, the number of units, and lists of sums. Units that
 * were exposed to several variants are left out.
 *
 * @param lists of aggregates over the columns of units
 */
export function totalsStatement(
  units: Statement,
  lists: readonly (readonly string[])[],
): Statement {
  const columns = lists.map((list, at) => `[${list.join(', ')}] AS sums${at}`);
  return statement(
    `SELECT ${['variant', 'shown', 'count() AS samples', ...columns].join(', ')}
     FROM ({units}) WHERE variant != {multiple} GROUP BY variant, shown`,
    { units, multiple: text(MULTIPLE) },
  );
}
