import type { JsonObject } from './json';
import { isObject, listOf, numberOf, objectsOf, textOf } from './json';
import type { InsightReading } from './reading';
import { tableOf } from './table';

const MAX_FUNNELS = 12;

/** Reads a funnel by steps, one per breakdown value. The share of each step is relative to the first step. */
export function readFunnel(results: unknown): InsightReading {
  const rows = listOf(results);
  const funnels = (Array.isArray(rows[0]) ? rows.map(objectsOf) : [objectsOf(rows)]).filter(
    (steps) => steps.length > 0,
  );
  const [first = []] = funnels;
  const labels = first.map((step, index) => `${index + 1}. ${stepName(step)}`);
  const names = funnels.map(funnelName);
  const hasNames = funnels.length > 1 || names.some((name) => name !== '');
  const table = tableOf(
    hasNames ? ['Step', ...names] : ['Step', 'Persons', 'Conversion in %'],
    labels.map((label, index) => [
      label,
      ...(hasNames
        ? funnels.map((steps) => countOf(steps, index))
        : [countOf(first, index), percentOf(first, index)]),
    ]),
  );
  if (labels.length === 0) return { table, chart: null };
  const series = funnels.slice(0, MAX_FUNNELS).map((steps, number) => ({
    name: names[number] || 'Conversion',
    values: labels.map((_, index) => percentOf(steps, index)),
    isPrevious: false,
  }));
  return { table, chart: { shape: 'bar', labels, series, unit: ' %' } };
}

function countOf(steps: readonly JsonObject[], index: number): number | null {
  return numberOf(steps[index]?.['count']);
}

function percentOf(steps: readonly JsonObject[], index: number): number | null {
  const [base, reached] = [countOf(steps, 0), countOf(steps, index)];
  if (base === null || reached === null) return null;
  return base === 0 ? 0 : Math.round((reached / base) * 10_000) / 100;
}

function stepName(step: JsonObject): string {
  const custom = step['custom_name'];
  return (typeof custom === 'string' && custom) || textOf(step['name']) || 'Step';
}

function funnelName(steps: readonly JsonObject[]): string {
  const [first] = steps;
  const value = isObject(first) ? textOf(first['breakdown_value']) : '';
  return first?.['compare_label'] === 'previous' ? `${value} (previous period)`.trim() : value;
}
