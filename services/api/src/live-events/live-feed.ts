import { setTimeout as delay } from 'node:timers/promises';
import type { EventBody } from '@tidemark/contracts';
import type { LiveReader } from './live-reader';
import type { LiveMetrics } from './live-metrics';
import type { Batch, LiveEvent, Viewer } from './viewer';

/** Events of one project and filter, read once for all viewers. */
export interface LiveFeed {
  /**
   * @param lastId of the last event that the viewer has; null: it begins now
   * @returns the way to leave
   * @throws ApiError 400 for a filter that is not valid
   */
  join(viewer: Viewer, lastId: string | null): Promise<() => void>;
  /** Whether no client has listened for some time. */
  isIdle(): boolean;
  /** Ends all of its streams. */
  close(): void;
}

const LOOK_EVERY_MS = 1_000;
/** The maximum number of events that one poll sends; polls are about a second apart. */
const MAX_EVENTS = 200;
/** Maximum number of rows per poll; further events are counted and not read. */
const MAX_ROWS = 1_000;
/**
 * Rows become visible shortly after their storage time, and the clock of ClickHouse may be behind ours: each poll
 * reads back this far and omits known events.
 */
const OVERLAP_MS = 10_000;
/** A client that reconnects later than this starts from the current state. */
const RESUME_MS = 5 * 60_000;
const REMEMBERED_EVENTS = 1_000;
const IDLE_MS = 60_000;

interface FeedDeps {
  readonly reader: LiveReader;
  readonly metrics: LiveMetrics;
  readonly now: () => Date;
  /** Called when a poll fails; the next poll tries again. */
  readonly onFailure: (error: unknown) => void;
}

export function createLiveFeed(deps: FeedDeps): LiveFeed {
  const viewers = new Set<Viewer>();
  const window = createWindow(deps);
  let sent: readonly LiveEvent[] = [];
  let closed = false;
  let isLooking = false;
  let idleSince = deps.now().getTime();

  const look = async (): Promise<void> => {
    const batch = await deps.metrics.timed(() => window.look());
    sent = [...sent, ...batch.events].slice(-REMEMBERED_EVENTS);
    deps.metrics.found(batch);
    for (const viewer of viewers) viewer.take(batch);
  };
  const lookOn = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    while (viewers.size > 0 && !closed) {
      const began = performance.now();
      await look().catch((error: unknown) => {
        if (!closed) deps.onFailure(error);
      });
      await delay(Math.max(100, LOOK_EVERY_MS - (performance.now() - began)), undefined, {
        ref: false,
      });
    }
    isLooking = false;
  };
  const missed = async (lastId: string): Promise<Batch> => {
    const at = sent.findIndex(({ id }) => id === lastId);
    if (at >= 0) return { events: sent.slice(at + 1), skipped: 0 };
    const time = timeOf(lastId);
    const age = deps.now().getTime() - (time ?? 0);
    return time === null || age > RESUME_MS ? NOTHING : window.since(time, lastId);
  };

  return {
    async join(viewer, lastId) {
      idleSince = Infinity;
      try {
        // Events from before the first listener are sent to clients that reconnect, not to new ones.
        if (!(await window.open()) && viewers.size === 0) await look();
        if (lastId !== null) viewer.take(await missed(lastId));
      } catch (error) {
        if (viewers.size === 0) idleSince = deps.now().getTime();
        throw error;
      }
      if (closed) viewer.end();
      viewers.add(viewer);
      void lookOn();
      return () => {
        viewers.delete(viewer);
        if (viewers.size === 0) idleSince = deps.now().getTime();
      };
    },
    isIdle: () => viewers.size === 0 && deps.now().getTime() - idleSince > IDLE_MS,
    close: () => {
      closed = true;
      for (const viewer of viewers) viewer.end();
      viewers.clear();
    },
  };
}

const NOTHING: Batch = { events: [], skipped: 0 };

/** The window of the latest events. */
interface Window {
  /**
   * The first call records the events that already exist.
   * @returns whether this was the first time
   */
  open(): Promise<boolean>;
  /** Events that were not seen yet, oldest first. */
  look(): Promise<Batch>;
  /** Events from a time on, without the one of an id; some of them may have been sent. */
  since(time: number, lastId: string): Promise<Batch>;
}

function createWindow({ reader, now }: FeedDeps): Window {
  /** The time at which each event was seen, by id. */
  const seen = new Map<string, number>();
  let lastLook: number | null = null;
  let opening: Promise<void> | null = null;

  const readFrom = async (from: number) => {
    const at = now().getTime();
    const rows = await reader.read(new Date(from - OVERLAP_MS), MAX_ROWS);
    const fresh = rows.filter(({ id }) => !seen.has(id));
    for (const { id } of rows) seen.set(id, at);
    // An event leaves the window before it is forgotten.
    for (const [id, since] of seen) if (at - since > 2 * OVERLAP_MS) seen.delete(id);
    return { at, fresh, isFull: rows.length === MAX_ROWS };
  };
  return {
    async open() {
      if (lastLook !== null) return false;
      opening ??= readFrom(now().getTime()).then(
        ({ at }) => {
          lastLook ??= at;
        },
        (error: unknown) => {
          opening = null;
          throw error;
        },
      );
      await opening;
      return true;
    },
    async look() {
      const from = lastLook ?? now().getTime();
      const { at, fresh, isFull } = await readFrom(from);
      const total = isFull ? await reader.count(new Date(from)) : 0;
      lastLook = at;
      return batchOf(fresh, total, at);
    },
    async since(time, lastId) {
      const from = new Date(time - OVERLAP_MS);
      const rows = await reader.read(from, MAX_ROWS);
      const total = rows.length === MAX_ROWS ? await reader.count(from) : 0;
      const others = rows.filter(({ id }) => !lastId.endsWith(`-${id}`));
      return batchOf(others, total, now().getTime());
    },
  };
}

/**
 * @param newestFirst
 * @param total of these events and those that were not read, if there are more
 */
function batchOf(newestFirst: readonly EventBody[], total: number, at: number): Batch {
  const chosen = newestFirst.slice(0, MAX_EVENTS).reverse();
  return {
    events: chosen.map((body) => ({ id: `${at}-${body.id}`, body })),
    skipped: Math.max(total, newestFirst.length) - chosen.length,
  };
}

/** When the event of an id was sent, in milliseconds; null if the id is not valid. */
function timeOf(id: string): number | null {
  const [, digits] = /^(\d{13})-[\da-f-]{36}$/.exec(id) ?? [];
  return digits === undefined ? null : Number(digits);
}
