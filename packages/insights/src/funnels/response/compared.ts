type PeriodLabel = 'current' | 'previous';

/** The result of a step without actors. */
const NOBODY = { count: 0, average_conversion_time: null, median_conversion_time: null };

/** Adds the name of their period to results. */
export function labelled<Result extends object>(
  results: readonly Result[],
  period: PeriodLabel,
): (Result & { compare_label: PeriodLabel })[] {
  return results.map((result) => ({ ...result, compare_label: period }));
}

/**
 * Steps of two periods: those of the current one, then those of the previous one; with a breakdown lists of steps, in
 * the order of the current period. A value of only one period is in the other one too, with zeros.
 */
export function comparedSteps(
  current: readonly object[],
  previous: readonly object[],
  hasBreakdown: boolean,
): object[] {
  if (!hasBreakdown) {
    return [
      ...labelled(current.length > 0 ? current : emptied(previous), 'current'),
      ...labelled(previous.length > 0 ? previous : emptied(current), 'previous'),
    ];
  }
  const [now, before] = [byValue(current), byValue(previous)];
  const values = [...new Set([...now.keys(), ...before.keys()])];
  const group = (own: typeof now, other: typeof now, period: PeriodLabel): object[] =>
    values.map((value) => labelled(own.get(value) ?? emptied(other.get(value) ?? []), period));
  return [...group(now, before, 'current'), ...group(before, now, 'previous')];
}

function emptied(steps: readonly object[]): object[] {
  return steps.map((step) => ({ ...step, ...NOBODY }));
}

function byValue(groups: readonly object[]): Map<string, readonly { breakdown_value?: unknown }[]> {
  const lists = groups as readonly (readonly { breakdown_value?: unknown }[])[];
  return new Map(lists.map((steps) => [JSON.stringify(steps[0]?.breakdown_value), steps]));
}
