import type { SeriesNode } from '@tidemark/contracts';
import type { InsightContext } from '../../insight/context';
import type { Rows } from '../../insight/plan';
import { asList } from '../../insight/plan';
import { entityName } from '../../series/entity';
import { unsampled } from '../../series/query-filters';
import { isWarehouseSeries } from '../../series/warehouse-series';
import type { FunnelPlan } from '../plan/funnel-plan';
import { breakdownFields } from './shown';

/** The steps, or a list of them per breakdown value; empty when no actor entered. */
export function stepsResults(rows: Rows, plan: FunnelPlan): unknown[] {
  const made = rows
    .filter(([, counts]) => Number(asList(counts)[0] ?? 0) > 0)
    .map(([value, counts, means, medians]) =>
      plan.query.series.map((node, step) => ({
        ...stepFields(node, step, plan),
        count: unsampled(Number(asList(counts)[step] ?? 0), plan.query.samplingFactor),
        average_conversion_time: secondsOf(asList(means)[step]),
        median_conversion_time: secondsOf(asList(medians)[step]),
        ...breakdownFields(asList(value).map(String), plan),
      })),
    );
  return plan.breakdown.kind === 'none' ? (made[0] ?? []) : made;
}

/** The median time in seconds of all actors that completed the funnel; null when none did. */
export function totalMedian(rows: Rows): number | null {
  const [[, , , , whole] = []] = rows;
  return secondsOf(whole);
}

function stepFields(node: SeriesNode, step: number, { settings, context }: FunnelPlan): object {
  if (settings.order === 'unordered') {
    return {
      action_id: null,
      name: `Completed ${step + 1} step${step === 0 ? '' : 's'}`,
      custom_name: null,
      order: step,
      people: [],
      type: typeOf(node),
    };
  }
  return {
    action_id: idOf(node, context),
    name: nameOf(node, context),
    custom_name: node.custom_name ?? null,
    order: step,
    people: [],
    type: typeOf(node),
  };
}

function typeOf({ kind }: SeriesNode): string {
  if (kind === 'DataWarehouseNode') return 'data_warehouse';
  return kind === 'ActionsNode' ? 'actions' : 'events';
}

/** A step on a table is named by the table and its actor column; a step of any event has no name, as in PostHog. */
function nameOf(node: SeriesNode, context: InsightContext): string | null {
  if (node.kind === 'EventsNode') return node.event ?? null;
  return isWarehouseSeries(node)
    ? `${node.table_name}.${node.distinct_id_field}`
    : entityName(node, context);
}

function idOf(node: SeriesNode, context: InsightContext): string | number | null {
  switch (node.kind) {
    case 'EventsNode':
      return node.event ?? null;
    case 'ActionsNode':
      return node.id;
    case 'DataWarehouseNode':
      return null;
    case 'GroupNode':
      return entityName(node, context);
  }
}

function secondsOf(value: unknown): number | null {
  const seconds = Number(value);
  return value === null || value === undefined || Number.isNaN(seconds) || seconds === 0
    ? null
    : seconds;
}
