import type { LoggedEventV1 } from '@tidemark/contracts';
import { isCookieless, visitorAddress } from '@tidemark/contracts';
import { getDomain } from 'tldts';
import { calendarDay, isCurrentDay } from './calendar-day';

/** The distinct id that an SDK sends in cookieless mode. */
export const COOKIELESS_SENTINEL = '$posthog_cookieless';

/** Why a cookieless event whose visitor cannot be computed is dropped. */
export type CookielessDrop =
  | 'cookieless_disallowed_event'
  | 'cookieless_missing_user_agent'
  | 'cookieless_missing_ip'
  | 'cookieless_missing_host'
  | 'cookieless_timestamp_out_of_range';

/** A cookieless event with the data from which its visitor's id is computed. */
export interface CookielessInput {
  readonly teamId: number;
  readonly uuid: string;
  /** Ms since the epoch. */
  readonly timestamp: number;
  /** The day whose salt is used, `YYYY-MM-DD`. */
  readonly day: string;
  /** Project, address, domain and browser: the data that stays the same for a visitor during a day. */
  readonly traits: string;
  /** Whether the SDK has identified the visitor at this time. */
  readonly stage: 'anonymous' | 'identifying' | 'identified';
}

export type CookielessReading =
  | { readonly kind: 'ordinary' }
  | { readonly kind: 'dropped'; readonly reason: CookielessDrop }
  | { readonly kind: 'cookieless'; readonly event: CookielessInput };

const ORDINARY = { kind: 'ordinary' } as const;
const MAX_EXTRA_LENGTH = 100;

/**
 * Reads the data about the visitor from a cookieless event (`docs/wire/capture-processing.md#cookieless-id`).
 * @param now ms since the epoch
 */
export function readCookieless(
  entry: LoggedEventV1,
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
  const extra = properties['$cookieless_extra'];
  return {
    kind: 'cookieless',
    event: {
      teamId: entry.team_id,
      uuid: entry.uuid,
      timestamp,
      day,
      traits: traitsOf({ teamId: entry.team_id, ip, host, userAgent, extra }),
      stage: stageOf(entry),
    },
  };
}

/** The data about a cookieless visitor in a request that is not an event, such as one for flags. */
export interface VisitorFacts {
  readonly teamId: number;
  /** Ms since the epoch. */
  readonly timestamp: number;
  readonly ip: string | null;
  readonly userAgent: string | undefined;
  readonly host: string | undefined;
  readonly extra: string | null;
  readonly timezone: string | null;
}

/** The input for the visitor of a request, as if it were an event; null if data is missing. */
export function cookielessVisitor(
  facts: VisitorFacts,
  projectZone: string,
): CookielessInput | null {
  const { teamId, timestamp, ip, extra } = facts;
  const userAgent = text(facts.userAgent);
  const host = text(facts.host);
  if (ip === null || userAgent === undefined || host === undefined) return null;
  return {
    teamId,
    uuid: '',
    timestamp,
    day: calendarDay(timestamp, facts.timezone, projectZone),
    traits: traitsOf({ teamId, ip, host, userAgent, extra }),
    stage: 'anonymous',
  };
}

function traitsOf(given: {
  readonly teamId: number;
  readonly ip: string;
  readonly host: string;
  readonly userAgent: string;
  readonly extra: unknown;
}): string {
  const { teamId, ip, host, userAgent } = given;
  const extra = text(given.extra)?.slice(0, MAX_EXTRA_LENGTH) ?? '';
  return JSON.stringify([teamId, ip, getDomain(host) ?? host, userAgent, extra]);
}

function stageOf(entry: LoggedEventV1): CookielessInput['stage'] {
  if (entry.event === '$identify') return 'identifying';
  return entry.distinct_id === COOKIELESS_SENTINEL ? 'anonymous' : 'identified';
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
