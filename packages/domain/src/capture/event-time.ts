import { parseInstant } from './parse-instant';

/** Client clocks may run ahead by less than this; anything later is taken for a broken clock. */
const FUTURE_LIMIT_MS = 23 * 3_600_000;

/** First ms of the year 2021: a query `sent_at` below it is in seconds, or nonsense. */
const SENT_AT_FLOOR = Date.UTC(2021, 0, 1);

/** Postgres has no year 0. */
const YEAR_1 = Date.parse('0001-01-01T00:00:00Z');
const YEAR_10000 = Date.parse('+010000-01-01T00:00:00Z');

export interface EventTimeInputs {
  /** As sent; anything but a readable time counts as absent. */
  readonly timestamp: unknown;
  /** Age of the event in ms when it was sent. */
  readonly offset: unknown;
  /** The client's clock at sending, ms since the epoch. */
  readonly sentAt: number | null;
  /** The client asked to leave `timestamp` alone. */
  readonly ignoreSentAt: boolean;
  /** The server's clock, ms since the epoch. */
  readonly now: number;
}

/**
 * When an event happened, in ms since the epoch: offset wins, then the timestamp corrected by the skew
 * of the client's clock, else now. Too far in the future is now; outside the years 1 to 9999 is 1970.
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

/** A client's time, ms since the epoch; undefined when it cannot be read. */
export function readTime(value: unknown): number | undefined {
  if (typeof value === 'string') return parseInstant(value);
  return typeof value === 'number' ? parseInstant(String(value)) : undefined;
}

/** `sent_at` of a batch body: a time text; a bad one is ignored. */
export function bodySentAt(value: unknown): number | null {
  return typeof value === 'string' ? (parseInstant(value) ?? null) : null;
}

/** `sent_at` or `_` of the query: ms since the epoch; seconds and garbage are ignored. */
export function querySentAt(text: string | null): number | null {
  if (text === null || !/^\d{1,16}$/.test(text)) return null;
  const sentAt = Number(text);
  return sentAt >= SENT_AT_FLOOR && sentAt < YEAR_10000 ? sentAt : null;
}
