import type {
  ExperimentActorsQuery,
  ExperimentForQuery,
  ExperimentMetric,
  SeriesNode,
} from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import type { InsightActors } from '../../actors/insight-actors';
import { ast, number, text } from '../../hogql-builders/ast';
import { EVENTS } from '../../hogql-builders/events';
import { expr, statement } from '../../hogql-builders/template';
import type { InsightContext } from '../../insight/context';
import { actorOf } from '../../series/actor';
import type { ExperimentPlan } from '../plan/experiment-plan';
import { experimentNodes, experimentPlan } from '../plan/experiment-plan';
import { MULTIPLE } from '../plan/exposure';
import { isOfSessions } from '../plan/of-sessions';
import { funnelUnits } from '../statement/funnel';
import { valuedUnits } from '../statement/mean';
import { retentionUnits } from '../statement/retention';
import { exposedUnits } from '../statement/units';
import { maturedUnits } from '../statement/values';
import { recordedEvents } from './recorded-events';
import { checkedStep } from './step';

/**
 * The units behind a number of an experiment (`docs/wire/experiments.md#experiment-actors`). Nobody takes part in an
 * experiment that has not started.
 *
 * @throws InsightError
 */
export function experimentActors(
  query: ExperimentActorsQuery,
  experiment: ExperimentForQuery,
  context: InsightContext,
): InsightActors {
  const { metric } = query.source;
  const step = checkedStep(query.funnelStep, metric);
  const plan = experimentPlan(
    { ...metric, breakdownFilter: null },
    { ...exposedAs(query, experiment), statsConfig: null },
    context,
  );
  const groupTypeIndex = experiment.aggregationGroupTypeIndex;
  const shared = { columns: ['actor_id', 'variant'], groupTypeIndex };
  if (plan === null) return { ...shared, statement: nobody(groupTypeIndex) };
  const selected = statement('SELECT unit, variant, level, times FROM ({units}) WHERE {where}', {
    units: unitsOf(plan, step),
    where: ast.and([stepCondition(step), variantCondition(query)]),
  });
  return {
    ...shared,
    statement: statement('SELECT unit AS actor_id, variant FROM ({selected}) ORDER BY actor_id', {
      selected,
    }),
    events: query.includeRecordings === true ? recordedEvents(plan, selected, step) : null,
  };
}

/** The nodes of a query for the units of an experiment: what can name actions. */
export function experimentActorNodes(
  query: ExperimentActorsQuery,
  experiment: ExperimentForQuery,
): readonly SeriesNode[] {
  return experimentNodes(query.source.metric, exposedAs(query, experiment));
}

/** The experiment with the exposure that a query has in place of the stored one. */
function exposedAs(
  { exposureConfig, multipleVariantHandling, featureFlagKey }: ExperimentActorsQuery,
  experiment: ExperimentForQuery,
): ExperimentForQuery {
  const criteria = experiment.exposureCriteria;
  return {
    ...experiment,
    featureFlagKey: featureFlagKey || experiment.featureFlagKey,
    exposureCriteria: {
      ...criteria,
      exposure_config: exposureConfig ?? criteria?.exposure_config,
      multiple_variant_handling: multipleVariantHandling ?? criteria?.multiple_variant_handling,
    },
  };
}

/**
 * One row per sample of the results: `unit`, `variant`, `level` (the last step that it reached), `times` (see
 * `funnelUnits`; empty for metrics that are not funnels).
 */
function unitsOf(plan: ExperimentPlan, step: number): Statement {
  const { metric } = plan;
  switch (metric.metric_type) {
    case 'funnel':
      return funnelUnits({ ...plan, metric });
    case 'retention':
      return leveled(retentionUnits({ ...plan, metric }));
    default:
      return step === 0 && isEveryExposedUnitASample(metric)
        ? exposedOnly(plan)
        : leveled(valuedUnits({ ...plan, metric }));
  }
}

/** Where all exposed units are samples, their values need not be read. */
function exposedOnly(plan: ExperimentPlan): Statement {
  return statement('SELECT unit, variant, 0 AS level, arraySlice([0], 2) AS times FROM ({units})', {
    units: maturedUnits(exposedUnits(plan), plan),
  });
}

function isEveryExposedUnitASample(metric: ExperimentMetric): boolean {
  return metric.metric_type !== 'mean' || !isOfSessions(metric.source);
}

/** Units with a value are one step further than those without. */
function leveled(units: Statement): Statement {
  return statement(
    'SELECT unit, variant, if(v0 != 0, 1, 0) AS level, arraySlice([0], 2) AS times FROM ({units})',
    { units },
  );
}

/** A negative step selects the units that reached the previous step and no further one. */
function stepCondition(step: number): Expr {
  return step >= 0
    ? expr('level >= {step}', { step: number(step) })
    : expr('level = {before}', { before: number(-step - 1) });
}

function variantCondition({ funnelStepBreakdown: asked }: ExperimentActorsQuery): Expr {
  const variant = String((Array.isArray(asked) ? asked[0] : asked) ?? '');
  return variant === ''
    ? expr('variant != {multiple}', { multiple: text(MULTIPLE) })
    : expr('variant = {variant}', { variant: text(variant) });
}

function nobody(groupTypeIndex: number | null): Statement {
  return statement(`SELECT {id} AS actor_id, '' AS variant FROM events AS ${EVENTS} WHERE 1 = 0`, {
    id: actorOf(groupTypeIndex).id,
  });
}
