import type { IngestEntry } from '@tidemark/contracts';
import { isCookieless, visitorAddress } from '@tidemark/contracts';
import { getDomain } from 'tldts';
import { calendarDay, isCurrentDay } from './calendar-day';

/** What an SDK sends in place of an id that it must not keep. */
export const COOKIELESS_SENTINEL = '$posthog_cookieless';

/** Why an event whose visitor cannot be told is dropped. */
export type CookielessDrop =
  | 'cookieless_disallowed_event'
  | 'cookieless_missing_user_agent'
  | 'cookieless_missing_ip'
  | 'cookieless_missing_host'
  | 'cookieless_timestamp_out_of_range';

/** A cookieless event with all that its visitor's id is made of. */
export interface CookielessEvent {
  readonly teamId: number;
  readonly uuid: string;
  /** Ms since the epoch. */
  readonly timestamp: number;
  /** Whose salt is used, `YYYY-MM-DD`. */
  readonly day: string;
  /** Project, address, domain and browser: what stays the same over a visitor's day. */
  readonly traits: string;
  /** How the visitor is known to the SDK at this moment. */
  readonly stage: 'anonymous' | 'identifying' | 'identified';
}

export type CookielessReading =
  | { readonly kind: 'ordinary' }
  | { readonly kind: 'dropped'; readonly reason: CookielessDrop }
  | { readonly kind: 'cookieless'; readonly event: CookielessEvent };

const ORDINARY = { kind: 'ordinary' } as const;
const MAX_EXTRA_LENGTH = 100;

/**
 * Reads what an event in cookieless mode says about its visitor (`wire/capture.md` §5.12).
 *
 * @param now ms since the epoch
 */
export function readCookieless(
  entry: IngestEntry,
  projectZone: string,
  now: number,
): CookielessReading {
  if (!isCookieless(entry)) return ORDINARY;
  const { properties } = entry;
  if (entry.event === '$create_alias' || entry.event === '$merge_dangerously') {
    return { kind: 'dropped', reason: 'cookieless_disallowed_event' };
  }
  const userAgent = text(properties['$raw_user_agent']);
  if (userAgent === undefined) return { kind: 'dropped', reason: 'cookieless_missing_user_agent' };
  const ip = visitorAddress(entry);
  if (ip === null) return { kind: 'dropped', reason: 'cookieless_missing_ip' };
  const host = text(properties['$host']);
  if (host === undefined) return { kind: 'dropped', reason: 'cookieless_missing_host' };
  const timestamp = Date.parse(entry.timestamp);
  const day = calendarDay(timestamp, properties['$timezone'], projectZone);
  if (!isCurrentDay(day, now)) {
    return { kind: 'dropped', reason: 'cookieless_timestamp_out_of_range' };
  }
  const extra = text(properties['$cookieless_extra'])?.slice(0, MAX_EXTRA_LENGTH) ?? '';
  return {
    kind: 'cookieless',
    event: {
      teamId: entry.team_id,
      uuid: entry.uuid,
      timestamp,
      day,
      traits: JSON.stringify([entry.team_id, ip, getDomain(host) ?? host, userAgent, extra]),
      stage: stageOf(entry),
    },
  };
}

function stageOf(entry: IngestEntry): CookielessEvent['stage'] {
  if (entry.event === '$identify') return 'identifying';
  return entry.distinct_id === COOKIELESS_SENTINEL ? 'anonymous' : 'identified';
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
