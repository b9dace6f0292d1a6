import type { LoggedEventV1 } from '@tidemark/contracts';

/**
 * Where an event stands among all events of a project, whatever the order they are processed in: by its own
 * time, then by when the edge accepted it, then by its place in the request.
 */
export interface EventOrder {
  /** Ms since the epoch. */
  readonly at: number;
  /** Ms since the epoch. */
  readonly captured: number;
  /** 0 for the first event of a request. */
  readonly place: number;
}

/**
 * No analytics service had events to import before 2005, but devices without a battery begin in 1970, 1980 or
 * 2000. An earlier time is a broken clock, which must not fix for ever what a person was first.
 */
export const FIRST_CREDIBLE_TIME = Date.UTC(2005, 0, 1);

interface OrderedEvent {
  readonly entry: Pick<LoggedEventV1, 'captured_at' | 'place'>;
  readonly timestamp: Date;
}

/** Reads a text of a time only when it is asked for: this is made for every event, and few are compared. */
class OrderOfEvent implements EventOrder {
  readonly at: number;
  readonly place: number;
  private readonly capturedAt: string;

  constructor({ entry, timestamp }: OrderedEvent) {
    const at = timestamp.getTime();
    this.capturedAt = entry.captured_at;
    this.at = at < FIRST_CREDIBLE_TIME ? this.captured : at;
    this.place = entry.place ?? 0;
  }

  get captured(): number {
    return Date.parse(this.capturedAt);
  }
}

/** An event whose time is not credible counts as of when it was accepted. */
export function eventOrder(event: OrderedEvent): EventOrder {
  return new OrderOfEvent(event);
}

/** Below 0 when `a` comes first, 0 when they are equal. */
export function compareOrder(a: EventOrder, b: EventOrder): number {
  return a.at - b.at || a.captured - b.captured || a.place - b.place;
}
