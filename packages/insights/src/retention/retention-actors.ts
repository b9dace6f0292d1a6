import type { RetentionQuery } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import type { InsightActors, InsightPoint } from '../actors/insight-actors';
import type { ActorOptions } from '../actors/options';
import { askedValues, hasValue } from '../breakdown/actors-of-value';
import { otherValues } from '../breakdown/compose-lines';
import { readBreakdown } from '../breakdown/parts';
import { ast, number } from '../hogql-builders/ast';
import { expr, statement } from '../hogql-builders/template';
import type { InsightContext } from '../insight/context';
import { InsightError } from '../insight/error';
import { checkRetention } from './plan/check-retention';
import type { RetentionLayout } from './plan/layout';
import { retentionLayout } from './plan/layout';
import type { RetentionResponse } from './retention-response';
import { countedCells, retentionCells, retentionRanking } from './statement/retention-statement';

/**
 * The actors of a row with the columns in which they returned: `appearances` and a flag per column, such as `day_0`
 * (`docs/wire/insights-others.md#retention-actors`). Without a row those of all rows.
 */
export function retentionRowActors(
  query: RetentionQuery,
  point: InsightPoint,
  context: InsightContext,
): InsightActors {
  checkRetention(query, context);
  const layout = retentionLayout(query, context);
  const { cells, where } = askedCells(query, point, layout, context);
  const { interval: row } = point;
  const conditions = [
    ...(row === null || row === undefined ? [] : [expr('cell.1 = {row}', { row: number(row) })]),
    ...where,
  ];
  const flags = [0, ...layout.columns.map((_, at) => at + 1)];
  const rows = statement(
    `SELECT actor AS actor_id, arraySort(groupUniqArray(cell.2)) AS appearances
     FROM ({cells}) WHERE {where} GROUP BY actor_id`,
    { cells, where: ast.and(conditions) },
  );
  const names = flags.map((column) => `${layout.interval}_${column}`);
  return {
    statement: withFlags(rows, names),
    columns: ['actor_id', 'appearances', ...names],
    groupTypeIndex: query.aggregation_group_type_index ?? null,
  };
}

/** A column for each column of the table, after the first two. */
function withFlags(rows: Statement, names: readonly string[]): Statement {
  const wide = statement('SELECT actor_id, appearances FROM ({rows})', { rows });
  if (wide.type !== 'SelectQuery') throw new Error('the skeleton has changed');
  const flags = names.map((alias, column): Expr => {
    const has = expr('if(has(appearances, {column}), true, false)', { column: number(column) });
    return { type: 'Alias', alias, expr: has, start: 0, end: 0 };
  });
  return { ...wide, select: [...wide.select, ...flags] };
}

function askedCells(
  query: RetentionQuery,
  { breakdown: asked }: InsightPoint,
  layout: RetentionLayout,
  context: InsightContext,
): { readonly cells: Statement; readonly where: readonly Expr[] } {
  const breakdown = readBreakdown(query.breakdownFilter);
  const all = (cohort: number | 'all' | null): Statement =>
    retentionCells(query, layout, context, cohort);
  if (asked !== null && asked !== undefined && !Array.isArray(asked)) {
    throw new InsightError('The breakdown of retention is a list', 'breakdown');
  }
  const values = askedValues(asked, '');
  if (breakdown.kind === 'none' || values === null) return { cells: all(null), where: [] };
  if (breakdown.kind === 'cohorts') {
    const [cohort = 'all'] = values;
    return { cells: all(cohort === 'all' || cohort === '0' ? 'all' : Number(cohort)), where: [] };
  }
  if (values.length !== breakdown.parts.length) {
    throw new InsightError(`The breakdown has ${breakdown.parts.length} values`, 'breakdown');
  }
  const others = (): Statement =>
    otherValues([countedCells(all(null))], retentionRanking(query, breakdown.parts.length));
  return { cells: all(null), where: [hasValue(ast.field('breakdown'), values, others)] };
}

/** The parameters by which actors of retention can be requested: the rows of the table. */
export function retentionOptions({ results }: RetentionResponse): ActorOptions {
  const labels = [...new Set(results.map(({ label }) => label))];
  return { interval: labels.map((label, value) => ({ label, value })) };
}
