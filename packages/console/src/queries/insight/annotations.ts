/** A note at a date, as far as the console reads it. */
export interface Annotation {
  readonly id: number;
  readonly content: string | null;
  readonly date_marker: string | null;
  readonly scope: string;
  /** Id of the insight that it is about. */
  readonly dashboard_item: number | null;
  readonly created_by: { readonly email: string } | null;
}

/** Whether an annotation is shown with an insight: its own ones, and those of the project and the organization. */
export function isShownWith(annotation: Annotation, insightId: number | undefined): boolean {
  if (annotation.date_marker === null) return false;
  if (annotation.scope === 'dashboard_item') return annotation.dashboard_item === insightId;
  return annotation.scope === 'project' || annotation.scope === 'organization';
}

/**
 * The bucket that a time lies in; -1 before the first.
 *
 * @param days starts of the buckets as the wire writes them, in the project's zone
 */
export function bucketOf(time: string, days: readonly string[], zone: string): number {
  const local = localText(time, zone);
  return days.findLastIndex((day) => day <= local);
}

/** A time as a clock of a zone shows it: `2026-11-21 13:05:00`. */
export function localText(time: string, zone: string): string {
  const parts = partsOf(new Date(time), zone);
  return `${parts['year']}-${parts['month']}-${parts['day']} ${parts['hour']}:${parts['minute']}:${parts['second']}`;
}

/**
 * The time at which a clock of a zone shows a date and time of day: an ISO text in UTC. Of a time that a clock skips
 * or shows twice, one of the times around it.
 */
export function instantText(day: string, clock: string, zone: string): string {
  const wanted = Date.parse(`${day}T${clock}:00Z`);
  let time = wanted;
  // The offset of the zone at the time that is looked for; a second look corrects one beside a change of clocks.
  for (let look = 0; look < 2; look += 1) {
    const shown = Date.parse(`${localText(new Date(time).toISOString(), zone).replace(' ', 'T')}Z`);
    time += wanted - shown;
  }
  return new Date(time).toISOString();
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
