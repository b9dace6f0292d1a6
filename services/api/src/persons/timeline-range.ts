import { DATE_FORMS, parseDateText, resolveTimestamp } from '@tidemark/hogql';
import { validationError } from '@tidemark/platform';

/** The current time and the project's time zone, for reading dates. */
interface Clock {
  readonly now: Date;
  readonly timezone: string;
}

export interface TimelineRange {
  readonly from: Date;
  readonly to: Date;
  /** As the wire writes them, in the project's zone. */
  readonly fromText: string;
  readonly toText: string;
}

const INTERVALS = ['hour', 'day', 'week', 'month'] as const;
type Interval = (typeof INTERVALS)[number];
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/**
 * The times between which a timeline looks at events, by the rules of PostHog's insights: the last
 * seven days when none are given, whole days unless the interval is an hour; two equal ends mean the interval
 * that begins there.
 *
 * @throws ApiError 400 if a date cannot be parsed
 */
export function timelineRange(parameters: URLSearchParams, clock: Clock): TimelineRange {
  const writtenFrom = parameters.get('date_from') || null;
  const writtenTo = parameters.get('date_to') || null;
  const interval = intervalOf(parameters.get('interval') || 'day');
  const from = startOf(writtenFrom ?? '-7d', clock);
  const to =
    writtenFrom !== null && writtenFrom === writtenTo
      ? endOfPoint(from, interval, clock)
      : endOf(writtenTo, interval, clock);
  if (from > to) {
    throw validationError('invalid_input', 'date_from must be before date_to', 'date_from');
  }
  const { timezone } = clock;
  return { from, to, fromText: zonedText(from, timezone), toText: zonedText(to, timezone) };
}

function intervalOf(text: string): Interval {
  const interval = INTERVALS.find((one) => one === text);
  if (interval !== undefined) return interval;
  throw validationError(
    'invalid_choice',
    `"${text.slice(0, 100)}" is not a valid choice.`,
    'interval',
  );
}

function startOf(text: string, clock: Clock): Date {
  const timestamp = timestampOf(text, 'date_from', clock);
  if (!isRelative(text) || text.endsWith('h')) return timestamp;
  return dayEdge(timestamp, '00:00:00', clock);
}

function endOf(text: string | null, interval: Interval, clock: Clock): Date {
  const timestamp = text === null ? clock.now : timestampOf(text, 'date_to', clock);
  if (interval !== 'hour') return dayEdge(timestamp, '23:59:59.999', clock);
  if (text !== null && !isRelative(text)) return timestamp;
  const hour = localText(timestamp, clock.timezone).slice(0, 13).replace(' ', 'T');
  return timestampOf(`${hour}:59:59.999`, 'date_to', clock);
}

/** The end of the interval that a point of a graph stands for. */
function endOfPoint(from: Date, interval: Interval, clock: Clock): Date {
  if (interval === 'hour') return new Date(from.getTime() + HOUR_MS);
  const [year = 0, month = 1, day = 1] = localText(from, clock.timezone)
    .slice(0, 10)
    .split('-')
    .map(Number);
  const days = { day: 0, week: 6, month: new Date(Date.UTC(year, month, 0)).getUTCDate() - 1 };
  const last = new Date(Date.UTC(year, month - 1, day) + days[interval] * DAY_MS);
  return timestampOf(`${last.toISOString().slice(0, 10)}T23:59:59.999`, 'date_to', clock);
}

function dayEdge(timestamp: Date, time: string, clock: Clock): Date {
  return timestampOf(
    `${localText(timestamp, clock.timezone).slice(0, 10)}T${time}`,
    'date_to',
    clock,
  );
}

function timestampOf(text: string, attr: string, clock: Clock): Date {
  const timestamp = resolveTimestamp(text, clock);
  if (timestamp !== null) return timestamp;
  throw validationError(
    'invalid_input',
    `"${text.slice(0, 50)}" is not a date: ${DATE_FORMS}.`,
    attr,
  );
}

function isRelative(text: string): boolean {
  const written = parseDateText(text);
  return written?.kind === 'relative' || written?.kind === 'now';
}

/** `2026-01-31 23:59:59` on the clocks of a zone. */
function localText(timestamp: Date, timezone: string): string {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(timestamp);
}

/** Formats a timestamp with the zone's offset; the last millisecond of a day stands for its last microsecond. */
function zonedText(timestamp: Date, timezone: string): string {
  const local = localText(timestamp, timezone).replace(' ', 'T');
  const ms = timestamp.getUTCMilliseconds();
  const offset = Math.round((Date.parse(`${local}Z`) - (timestamp.getTime() - ms)) / 60_000);
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const zone = [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':');
  const fraction = ms === 0 ? '' : ms === 999 ? '.999999' : `.${String(ms).padStart(3, '0')}000`;
  return `${local}${fraction}${offset < 0 ? '-' : '+'}${zone}`;
}
