import type { ConversionGoal, SeriesNode } from '@tidemark/contracts';
import type { Expr } from '@tidemark/hogql';
import { ast } from '../hogql-builders/ast';
import type { InsightContext } from '../insight/context';
import { InsightError } from '../insight/error';
import { seriesCondition } from './condition';

/** A goal as a series whose events reach it. */
export function goalSeries(goal: ConversionGoal): SeriesNode {
  const { properties } = goal;
  return 'actionId' in goal
    ? { kind: 'ActionsNode', id: goal.actionId, properties }
    : { kind: 'EventsNode', event: goal.customEventName, properties };
}

/** The condition for events that reach a goal. @throws InsightError for an action that does not exist */
export function goalCondition(goal: ConversionGoal, context: InsightContext): Expr {
  const field = 'conversionGoal';
  if ('actionId' in goal && !context.actionNames.has(goal.actionId)) {
    throw new InsightError(
      `Conversion goal action with id=${goal.actionId} not found in this project.`,
      `${field}.actionId`,
    );
  }
  return seriesCondition(goalSeries(goal), context, field) ?? ast.constant(true);
}
