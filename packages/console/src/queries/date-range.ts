/** A date range in the wire format (`docs/wire/insights.md#date-ranges`). */
export interface WireRange {
  readonly date_from?: string | null;
  readonly date_to?: string | null;
}

interface Preset {
  readonly label: string;
  readonly range: { readonly date_from: string; readonly date_to: string | null };
}

const preset = (label: string, date_from: string, date_to: string | null = null): Preset => ({
  label,
  range: { date_from, date_to },
});

/** Ranges relative to the current time, in the project's time zone. */
export const PRESETS: readonly Preset[] = [
  preset('Last hour', '-1h'),
  preset('Last 24 hours', '-24h'),
  preset('Today', 'dStart'),
  preset('Yesterday', '-1dStart', '-1dEnd'),
  preset('Last 7 days', '-7d'),
  preset('Last 14 days', '-14d'),
  preset('Last 30 days', '-30d'),
  preset('Last 90 days', '-90d'),
  preset('Last 180 days', '-180d'),
  preset('This month', 'mStart'),
  preset('Last month', '-1mStart', '-1mEnd'),
  preset('This year', 'yStart'),
  preset('All time', 'all'),
];

const UNITS: Readonly<Record<string, string>> = {
  h: 'hour',
  d: 'day',
  w: 'week',
  m: 'month',
  q: 'quarter',
  y: 'year',
};

const CIVIL = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a text is a date without a time, such as `2026-11-21`. */
export function isCivilDate(text: string | null | undefined): text is string {
  return typeof text === 'string' && CIVIL.test(text);
}

/** The end of a day in the wire format. A date alone is its midnight in hourly insights and in SQL. */
export function endOfDay(day: string): string {
  return `${day}T23:59:59.999999`;
}

/** The day of a bound of a range: a date, or its end; empty for any other text. */
export function dayOfBound(bound: string | null | undefined): string {
  const day = bound?.replace(/T23:59:59\.9+$/, '');
  return isCivilDate(day) ? day : '';
}

/** The text for a range: the label of a preset, two dates, or the text in the wire format. */
export function rangeWords(range: WireRange | null | undefined, locale?: string): string {
  const from = range?.date_from ?? '-7d';
  const to = range?.date_to ?? null;
  const known = PRESETS.find(
    (entry) => entry.range.date_from === from && entry.range.date_to === to,
  );
  if (known !== undefined) return known.label;
  const [, amount = '', unit = ''] = /^-(\d+)([hdwmqy])$/.exec(from) ?? [];
  if (to === null && amount !== '') {
    return amount === '1' ? `Last ${UNITS[unit]}` : `Last ${amount} ${UNITS[unit]}s`;
  }
  return `${civilWords(from, locale)} – ${to === null ? 'today' : civilWords(dayOfBound(to) || to, locale)}`;
}

/**
 * Formats a date without a time: `21 Nov 2026`. Any other text is returned unchanged. No time zone is applied, so that
 * the day does not shift.
 */
export function civilWords(text: string, locale?: string): string {
  if (!isCivilDate(text)) return text;
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number);
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    Date.UTC(year, month - 1, day),
  );
}

/** The reason why two dates are not a valid range; null if they are. */
export function rangeProblem(from: string, to: string): string | null {
  if (!isCivilDate(from)) return 'Choose the first day.';
  if (to !== '' && !isCivilDate(to)) return 'Choose the last day.';
  if (to !== '' && to < from) return 'The last day must not be before the first day.';
  return null;
}

/** The intervals that suit a range: they give more than one bucket, but not thousands. */
export function intervalsOf(
  range: WireRange | null | undefined,
): readonly ('hour' | 'day' | 'week' | 'month')[] {
  const from = range?.date_from ?? '-7d';
  const [, amount = '', unit = ''] = /^-?(\d+)([hdwmqy])$/.exec(from) ?? [];
  const days =
    Number(amount) * ({ h: 1 / 24, d: 1, w: 7, m: 30, q: 91, y: 365 }[unit] ?? Number.NaN);
  if (days <= 2) return ['hour', 'day'];
  if (days > 45) return ['day', 'week', 'month'];
  return ['hour', 'day', 'week', 'month'];
}
