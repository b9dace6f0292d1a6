import type { AlertConfig } from '@tidemark/contracts';
import { isObject } from '../../json/json-object';
import { AlertError } from '../alert-error';
import type { AlertSeries } from '../series';
import type { LatestIntervals } from './latest-intervals';
import { currentPeriod, noEvents, seriesOf } from './trends';

type FunnelsConfig = Extract<AlertConfig, { type: 'FunnelsAlertConfig' }>;

/**
 * The conversion, in percent, of each breakdown value of a funnel: of one step, or over time.
 * A funnel without people has the conversion 0.
 * @param intervals null for steps
 * @throws AlertError for a funnel without the step
 */
export function readFunnels(
  results: unknown,
  config: FunnelsConfig,
  intervals: LatestIntervals | null,
): readonly AlertSeries[] {
  const checksOngoing = config.check_ongoing_interval;
  const rows = currentPeriod(results);
  if (rows.length === 0) return [noEvents(intervals, checksOngoing)];
  if (rows.some((row) => isObject(row) && Array.isArray(row['data']))) {
    return rows.filter(isObject).map((line) => seriesOf(line, checksOngoing, intervals));
  }
  const funnels = Array.isArray(rows[0]) ? rows.map(currentPeriod) : [rows];
  return funnels
    .filter((steps) => steps.length > 0)
    .map((steps) => ({ points: [{ at: null, value: conversion(steps, config) }], current: 0 }));
}

function conversion(steps: readonly unknown[], { funnel_step, metric }: FunnelsConfig): number {
  const index = funnel_step ?? steps.length - 1;
  const base = countOf(steps, metric === 'conversion_from_previous' ? index - 1 : 0);
  const reached = countOf(steps, index);
  return base === 0 ? 0 : (reached / base) * 100;
}

function countOf(steps: readonly unknown[], index: number): number {
  const step = steps[index];
  const count = isObject(step) ? step['count'] : undefined;
  if (typeof count === 'number') return count;
  throw new AlertError(`The funnel has no step with the index ${index}.`);
}
