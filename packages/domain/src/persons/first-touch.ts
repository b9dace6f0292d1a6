import type { StoredFirstTouch } from '@tidemark/contracts';
import { serializeJson } from '../json/serialize-json';
import type { Properties } from '../properties';
import type { EventOrder } from './event-order';
import { compareOrder } from './event-order';
import type { FirstTouchTimes } from './stored-first-touch';
import { isFirstTouchKey, latestTime, readFirstTouch, writeFirstTouch } from './stored-first-touch';

/** The properties of a person whose times an event changes, once it is decided that the event is written. */
export interface TouchChange {
  /** Properties that got their value from the event's `$set_once`. */
  readonly once: readonly string[];
  /** Properties that got a value from the event's `$set`. */
  readonly set: Iterable<string>;
  /** The names in the event's `$unset`. */
  readonly unset: readonly string[];
}

/**
 * The times of the events that a person's `$set_once` values come from, while a batch is processed. Most events are
 * later than all stored times, so the stored times are only parsed for an event that may be earlier.
 */
export class FirstTouch {
  private times: FirstTouchTimes | null = null;
  private latest: number;

  /** @param properties the properties that were stored together with `stored` */
  constructor(
    private readonly stored: StoredFirstTouch | null,
    private readonly properties: Properties,
  ) {
    this.latest = latestTime(stored);
  }

  /** The first touch of a person that is created by an event. */
  static ofNew(once: Iterable<string>, order: EventOrder): FirstTouch {
    const touch = new FirstTouch(null, {});
    for (const key of once) touch.setTime(key, order);
    return touch;
  }

  static ofTimes(times: FirstTouchTimes): FirstTouch {
    const touch = new FirstTouch(null, {});
    for (const [key, order] of times.once) touch.setTime(key, order);
    for (const [key, order] of times.unset) touch.read().unset.set(key, order);
    return touch;
  }

  /** Whether the event's `$set_once` may set a property; not if the property was removed after the event. */
  admits(key: string, order: EventOrder): boolean {
    if (this.times === null && this.stored?.unset === undefined) return true;
    const removed = this.read().unset.get(key);
    return removed === undefined || compareOrder(order, removed) >= 0;
  }

  /**
   * Whether the event is earlier than the event that a property's value comes from. If both have the same order, the
   * event with the smaller value counts as earlier.
   */
  isEarlier(order: EventOrder, key: string, value: unknown, stored: unknown): boolean {
    if (order.at > this.latest) return false;
    const time = this.read().once.get(key);
    if (time === undefined) return false;
    const difference = compareOrder(order, time);
    return difference === 0 ? serializeJson(value) < serializeJson(stored) : difference < 0;
  }

  /**
   * The order of the event whose `$set_once` gave a property its value; undefined if the value does not come from
   * `$set_once`.
   */
  timeOf(key: string): EventOrder | undefined {
    const mayBe = this.times !== null || this.stored?.named !== undefined || isFirstTouchKey(key);
    return mayBe ? this.read().once.get(key) : undefined;
  }

  setTime(key: string, order: EventOrder): void {
    this.read().once.set(key, order);
    this.latest = Math.max(this.latest, order.at);
  }

  /** Whether this event's removal of one of the properties is later than the known one. */
  isLaterRemoval(keys: readonly string[], order: EventOrder): boolean {
    if (keys.length === 0) return false;
    const { unset } = this.read();
    return keys.some((key) => isLater(order, unset.get(key)));
  }

  apply({ once, set, unset }: TouchChange, order: EventOrder): void {
    for (const key of set) if (this.timeOf(key) !== undefined) this.read().once.delete(key);
    for (const key of once) this.setTime(key, order);
    for (const key of unset) {
      const times = this.read();
      if (isLater(order, times.unset.get(key))) times.unset.set(key, order);
    }
  }

  /** Parses all times. Must be called before the properties change. */
  read(): FirstTouchTimes {
    this.times ??= readFirstTouch(this.stored, this.properties);
    return this.times;
  }

  /** The form that is stored together with these properties. */
  toStored(properties: Properties): StoredFirstTouch | null {
    return this.times === null ? this.stored : writeFirstTouch(this.times, properties);
  }
}

function isLater(order: EventOrder, known: EventOrder | undefined): boolean {
  return known === undefined || compareOrder(order, known) > 0;
}
