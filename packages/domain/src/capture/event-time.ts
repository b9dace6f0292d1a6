import { parseInstant } from './parse-instant';

/** An event time may be in the future by up to this much; a later one is attributed to a wrong clock. */
const FUTURE_LIMIT_MS = 23 * 3_600_000;

/** The first ms of the year 2021: a smaller `sent_at` in the query string is in seconds, or invalid. */
const SENT_AT_FLOOR = Date.UTC(2021, 0, 1);

/** Postgres has no year 0. */
const YEAR_1 = Date.parse('0001-01-01T00:00:00Z');
const YEAR_10000 = Date.parse('+010000-01-01T00:00:00Z');

export interface EventTimeInputs {
  /** As sent; a value that cannot be read as a time counts as absent. */
  readonly timestamp: unknown;
  /** Age of the event in ms when it was sent. */
  readonly offset: unknown;
  /** When the client sent the request, by the client's clock; ms since the epoch. */
  readonly sentAt: number | null;
  /** Whether the client asked not to correct `timestamp`. */
  readonly ignoreSentAt: boolean;
  /** The server's time, ms since the epoch. */
  readonly now: number;
}

/**
 * When an event happened, in ms since the epoch: the offset if there is one, else the timestamp corrected by the skew
 * of the client's clock, else now. A time too far in the future becomes now; a time outside the years 1 to 9999
 * becomes 1970.
 */
export function eventTime(inputs: EventTimeInputs): number {
  const time = claimedTime(inputs);
  if (time > inputs.now + FUTURE_LIMIT_MS) return inputs.now;
  return time >= YEAR_1 && time < YEAR_10000 ? time : 0;
}

function claimedTime({ timestamp, offset, sentAt, ignoreSentAt, now }: EventTimeInputs): number {
  if (typeof offset === 'number' && Number.isFinite(offset)) return now - Math.trunc(offset);
  const claimed = readTime(timestamp);
  if (claimed === undefined) return now;
  return sentAt === null || ignoreSentAt ? claimed : claimed - (sentAt - now);
}

/** A time that a client sent, in ms since the epoch; undefined if it cannot be read. */
export function readTime(value: unknown): number | undefined {
  if (typeof value === 'string') return parseInstant(value);
  return typeof value === 'number' ? parseInstant(String(value)) : undefined;
}

/** `sent_at` of a batch body, a time text, as ms since the epoch; null if it is not valid. */
export function bodySentAt(value: unknown): number | null {
  return typeof value === 'string' ? (parseInstant(value) ?? null) : null;
}

/** `sent_at` or `_` of the query string: ms since the epoch; null for seconds and invalid values. */
export function querySentAt(text: string | null): number | null {
  if (text === null || !/^\d{1,16}$/.test(text)) return null;
  const sentAt = Number(text);
  return sentAt >= SENT_AT_FLOOR && sentAt < YEAR_10000 ? sentAt : null;
}
