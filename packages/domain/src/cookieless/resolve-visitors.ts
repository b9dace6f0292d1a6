import type { CookielessInput } from './cookieless-input';
import { visitorDeviceId, visitorDistinctId, visitorHash, visitorSessionId } from './visitor-id';

/** The time (ms) of each `$identify` event of a visitor, by the uuid of the event. */
export type Identifications = ReadonlyMap<string, number>;

export interface VisitorSession {
  readonly sessionId: string;
  /** ms since the epoch. */
  readonly lastActivity: number;
}

/**
 * The stored data that identifies the visitors of a range: the salt of each day, and the identifications and sessions
 * before the range.
 */
export interface VisitorState {
  readonly salts: ReadonlyMap<string, Buffer>;
  /** Identifications by `identificationsKey`. */
  readonly identifications: ReadonlyMap<string, Identifications>;
  /** Sessions by `sessionKey`. */
  readonly sessions: ReadonlyMap<string, VisitorSession>;
}

export interface Visitor {
  readonly distinctId: string;
  readonly deviceId: string;
  readonly sessionId: string;
}

const SESSION_INACTIVITY_MS = 30 * 60_000;

function saltOf(salts: ReadonlyMap<string, Buffer>, day: string): Buffer {
  const salt = salts.get(day);
  if (salt === undefined) throw new Error(`no salt of ${day}`);
  return salt;
}

/** The key of a visitor of one day, identified or not. */
export function identificationsKey(salts: VisitorState['salts'], event: CookielessInput): string {
  return `${event.teamId}:${visitorHash(saltOf(salts, event.day), event.traits, 0)}`;
}

/** The identifications with those of the range added; the caller stores them afterwards. */
export function withIdentifications(
  state: Pick<VisitorState, 'salts' | 'identifications'>,
  events: readonly CookielessInput[],
): ReadonlyMap<string, Identifications> {
  const all = new Map(state.identifications);
  for (const event of events) {
    if (event.stage !== 'identifying') continue;
    const key = identificationsKey(state.salts, event);
    all.set(key, new Map([...(all.get(key) ?? []), [event.uuid, event.timestamp]]));
  }
  return all;
}

/** The key of a visitor's session between two identifications. Needs the result of `withIdentifications`. */
export function sessionKey(
  state: Pick<VisitorState, 'salts' | 'identifications'>,
  event: CookielessInput,
): string {
  return `${event.teamId}:${hashOf(state, event)}`;
}

/**
 * The visitor of each event, in order, and the sessions after these events. Visitors depend on the timestamps of
 * events, not on their arrival, so that repeated events get the same ids.
 */
export function resolveVisitors(
  state: VisitorState,
  events: readonly CookielessInput[],
): {
  readonly visitors: readonly Visitor[];
  readonly sessions: ReadonlyMap<string, VisitorSession>;
} {
  const sessions = new Map<string, VisitorSession>();
  const visitors = events.map((event): Visitor => {
    const salt = saltOf(state.salts, event.day);
    const hash = hashOf(state, event);
    const key = `${event.teamId}:${hash}`;
    const known = sessions.get(key) ?? state.sessions.get(key);
    const goesOn =
      known !== undefined && event.timestamp - known.lastActivity <= SESSION_INACTIVITY_MS;
    const sessionId = goesOn ? known.sessionId : visitorSessionId(salt, hash, event.timestamp);
    const lastActivity = Math.max(event.timestamp, goesOn ? known.lastActivity : 0);
    sessions.set(key, { sessionId, lastActivity });
    return {
      distinctId: visitorDistinctId(hash),
      deviceId: visitorDeviceId(visitorHash(salt, event.traits, 0)),
      sessionId,
    };
  });
  return { visitors, sessions };
}

function hashOf(
  state: Pick<VisitorState, 'salts' | 'identifications'>,
  event: CookielessInput,
): string {
  const identifications = state.identifications.get(identificationsKey(state.salts, event));
  return visitorHash(
    saltOf(state.salts, event.day),
    event.traits,
    generationOf(identifications ?? new Map(), event),
  );
}

/**
 * The number of identifications before the event; for an event of an identified visitor, without the identification
 * of this visitor.
 */
function generationOf(identifications: Identifications, event: CookielessInput): number {
  const before = [...identifications].filter(([uuid, at]) => {
    if (event.stage === 'identified') return at <= event.timestamp;
    return (
      at < event.timestamp ||
      (at === event.timestamp && uuid < event.uuid && event.stage === 'identifying')
    );
  }).length;
  return event.stage === 'identified' ? Math.max(0, before - 1) : before;
}
