const DAY_MS = 86_400_000;

/** The label of a severity (`docs/wire/capture-processing.md#warning-severities`). */
export function severityWords(severity: string): string {
  const words: Readonly<Record<string, string>> = {
    error: 'dropped',
    warning: 'changed',
    info: 'notice',
  };
  return words[severity] ?? severity;
}

/** A warning type as words: `distinct_id_too_long` becomes "Distinct id too long". */
export function typeText(type: string): string {
  return type.replaceAll('_', ' ').replace(/^\p{L}/u, (letter) => letter.toUpperCase());
}

/** The first day of a range that has the given number of days and ends today. Days are in UTC, as on the server. */
export function firstDay(days: number, now: number): string {
  return dayOf(now - (days - 1) * DAY_MS);
}

/** The number of warnings on each day of a range that ends today; 0 for days without a warning. */
export function filledDays(
  sparkline: readonly (readonly [count: number, day: string])[],
  days: number,
  now: number,
): readonly { readonly day: string; readonly count: number }[] {
  const counts = new Map(sparkline.map(([count, day]) => [day.slice(0, 10), count]));
  return Array.from({ length: days }, (_, index) => {
    const day = dayOf(now - (days - 1 - index) * DAY_MS);
    return { day, count: counts.get(day) ?? 0 };
  });
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
