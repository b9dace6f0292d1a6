import { axisOf } from '../../date-range/axis';
import { bucketStarts } from '../../date-range/buckets';
import { dayLabel } from '../../date-range/labels';
import { addIntervals } from '../../date-range/zoned';
import { localNow } from '../../insight/context';
import type { Rows } from '../../insight/plan';
import { asList } from '../../insight/plan';
import type { FunnelPlan } from '../plan/funnel-plan';
import { NO_VALUE, breakdownFields } from './shown';

/** Conversion per period, in percent (`docs/wire/insights-funnels.md#funnel-trends`). */
export function trendResults(rows: Rows, plan: FunnelPlan): unknown[] {
  const { range, breakdown } = plan;
  const shownPeriods = closedPeriods(plan);
  const axis = axisOf(range);
  const keys = axis.keys.slice(0, shownPeriods);
  const days = axis.days.slice(0, shownPeriods);
  // Weeks, too, are labelled by their first day here.
  const labels = bucketStarts(range).slice(0, shownPeriods).map(dayLabel);
  const shown = rows.length === 0 && breakdown.kind === 'none' ? [[[''], [], [], []]] : rows;
  const lines = shown.map(([value, found, entries, conversions]) => {
    const rates = new Map(
      asList(found).map((key, at) => [
        String(key),
        rate(Number(asList(conversions)[at]), Number(asList(entries)[at])),
      ]),
    );
    const data = keys.map((key) => rates.get(key) ?? 0);
    const fields = breakdownFields(
      asList(value).map((part) => (part === '' ? NO_VALUE : String(part))),
      plan,
    );
    return {
      count: data.length,
      data,
      days,
      labels,
      // Cohorts are shown by name here, not by id.
      ...(breakdown.kind === 'none' ? {} : { breakdown_value: fields.breakdown }),
    };
  });
  return lines.sort((one, other) => inOrder(one.breakdown_value, other.breakdown_value));
}

/** Compares lines by their displayed values, part by part. */
function inOrder(one: unknown, other: unknown): number {
  const [left, right] = [one, other].map((value) =>
    (Array.isArray(value) ? value : [value]).map(String),
  );
  const at = left?.findIndex((part, index) => part !== right?.[index]) ?? -1;
  if (at === -1) return 0;
  return (left?.[at] ?? '') < (right?.[at] ?? '') ? -1 : 1;
}

/**
 * The number of periods that are shown: all, or those whose last entries have had the whole window
 * (`docs/wire/insights-funnels.md#funnel-open-windows`).
 */
function closedPeriods({ query, settings, range, context }: FunnelPlan): number | undefined {
  if (query.funnelsFilter?.hideIncompleteConversionWindowPeriods !== true) return undefined;
  const until = localNow(context).minus({ milliseconds: settings.window / 1_000 });
  return bucketStarts(range).filter((start) => addIntervals(start, range.interval, 1) <= until)
    .length;
}

function rate(done: number, entered: number): number {
  return entered === 0 ? 0 : Math.round((done / entered) * 10_000) / 100;
}
