import type { ExperimentSource } from '@tidemark/contracts';
import type { Expr } from '@tidemark/hogql';
import { timestampExpr } from '@tidemark/hogql';
import { ast } from '../../hogql-builders/ast';
import { timestamp } from '../../hogql-builders/events';
import { localTime } from '../../insight/context';
import { seriesCondition } from '../../series/condition';
import type { ExperimentPlan } from '../plan/experiment-plan';

/**
 * The events of a source that can count for a unit: from the start of the experiment, or of the covariate, until
 * the last window ends.
 *
 * @param extra seconds for which events count beyond that
 */
export function metricEvents(
  source: ExperimentSource,
  plan: ExperimentPlan,
  field: string,
  { extra = 0, isEndIncluded = false } = {},
): Expr {
  const { exposure, window, asOf, context } = plan;
  const lastWindowEnds = exposure.to.getTime() + ((window ?? 0) + extra) * 1_000;
  const end = new Date(Math.min(lastWindowEnds, asOf?.getTime() ?? Infinity));
  return ast.and(
    [
      ast.compare('>=', timestamp(), timestampExpr(readFrom(plan), ast)),
      ast.compare(isEndIncluded ? '<=' : '<', timestamp(), timestampExpr(end, ast)),
      seriesCondition(source, context, field),
    ].filter((condition) => condition !== null),
  );
}

function readFrom({ exposure, lookbackDays, context }: ExperimentPlan): Date {
  return localTime(exposure.from, context)
    .minus({ days: lookbackDays ?? 0 })
    .toJSDate();
}
