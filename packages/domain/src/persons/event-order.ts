import type { LoggedEventV1 } from '@tidemark/contracts';

/**
 * The position of an event among all events of a project, whatever the order in which they are processed: by its
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
 * The earliest credible event time. No analytics service had events to import before 2005, but the clock of a device
 * without a battery starts in 1970, 1980 or 2000. Such a time must not decide the first values of a person.
 */
export const FIRST_CREDIBLE_TIME = Date.UTC(2005, 0, 1);

interface OrderedEvent {
  readonly entry: Pick<LoggedEventV1, 'captured_at' | 'place'>;
  readonly timestamp: Date;
}

/**
 * Parses the time of acceptance only when it is compared, because an order is created for every event and few are
 * compared.
 */
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

/** The order of an event. If its time is not credible, the time of acceptance is used instead. */
export function eventOrder(event: OrderedEvent): EventOrder {
  return new OrderOfEvent(event);
}

/** Negative if `a` is earlier, 0 if they are equal. */
export function compareOrder(a: EventOrder, b: EventOrder): number {
  return a.at - b.at || a.captured - b.captured || a.place - b.place;
}
