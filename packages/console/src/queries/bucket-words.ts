/** The text for a bucket: short for an axis, long for tooltips and tables. */
export interface BucketWords {
  readonly tick: string;
  readonly title: string;
}

const START = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2}))?/;
/** The offset at the end of a start that local clocks show twice (`exactDays`). */
const OFFSET = /[+-]\d{2}:\d{2}$/;

/**
 * The text for a bucket. Its start, in the wire format, is already in the project's time zone, so it is not converted.
 * The title of a time that local clocks show twice contains its offset. For a week, the title is the server's label, which names the days of the week that are inside the range.
 */
export function bucketWords(
  start: string,
  label: string | undefined,
  interval: string | null | undefined,
  locale?: string,
): BucketWords {
  const parts = START.exec(start)
    ?.slice(1)
    .map((part: string | undefined) => Number(part ?? 0));
  if (parts === undefined) return { tick: label ?? start, title: label ?? start };
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = parts;
  const time = Date.UTC(year, month - 1, day, hour, minute);
  const write = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(time);
  if (interval === 'hour' || interval === 'minute') {
    const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    const title = write({ weekday: 'short', day: 'numeric', month: 'short', ...clock });
    const [offset] = OFFSET.exec(start.slice(10)) ?? [];
    return {
      tick: hour === 0 && minute === 0 ? write({ day: 'numeric', month: 'short' }) : write(clock),
      title: offset === undefined ? title : `${title} (UTC${offset})`,
    };
  }
  if (interval === 'month') {
    const title = write({ month: 'long', year: 'numeric' });
    return { tick: write({ month: 'short', year: 'numeric' }), title };
  }
  const tick = write({ day: 'numeric', month: 'short' });
  if (interval === 'week') return { tick, title: label ?? tick };
  const title = write({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
  return { tick, title };
}
