/** The fields of an annotation that the console reads: a note at a date. */
export interface Annotation {
  readonly id: number;
  readonly content: string | null;
  readonly date_marker: string | null;
  readonly scope: string;
  /** The id of the insight that the annotation belongs to. */
  readonly dashboard_item: number | null;
  readonly created_by: { readonly email: string } | null;
}

/**
 * Whether an annotation is shown with an insight: annotations of the insight itself, of the project and of the
 * organization are.
 */
export function isShownWith(annotation: Annotation, insightId: number | undefined): boolean {
  if (annotation.date_marker === null) return false;
  if (annotation.scope === 'dashboard_item') return annotation.dashboard_item === insightId;
  return annotation.scope === 'project' || annotation.scope === 'organization';
}

/**
 * The index of the bucket that contains a timestamp; -1 before the first bucket.
 *
 * @param days starts of the buckets in the project's time zone, some with an offset (`exactDays`)
 */
export function bucketOf(time: string, days: readonly string[], zone: string): number {
  const local = localText(time, zone);
  return days.findLastIndex((day) =>
    day.includes('T') ? Date.parse(day) <= Date.parse(time) : day <= local,
  );
}

/** Formats a timestamp in a time zone: `2026-11-21 13:05:00`. */
export function localText(time: string, zone: string): string {
  const parts = partsOf(new Date(time), zone);
  return `${parts['year']}-${parts['month']}-${parts['day']} ${parts['hour']}:${parts['minute']}:${parts['second']}`;
}

function partsOf(time: Date, zone: string): Readonly<Record<string, string>> {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  return Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
}
