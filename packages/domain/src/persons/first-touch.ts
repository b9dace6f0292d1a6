import type { StoredFirstTouch } from '@tidemark/contracts';
import { serializeJson } from '../json/serialize-json';
import type { Properties } from '../properties';
import type { EventOrder } from './event-order';
import { compareOrder } from './event-order';
import type { FirstTouchTimes } from './stored-first-touch';
import { isFirstTouchKey, latestTime, readFirstTouch, writeFirstTouch } from './stored-first-touch';

/** What an event does to the times of a person's properties, once it is known that it is written. */
export interface TouchChange {
  /** Properties that got their value from its `$set_once`. */
  readonly once: readonly string[];
  /** Properties that it gave a value with `$set`. */
  readonly set: Iterable<string>;
  /** Properties that it names in `$unset`. */
  readonly unset: readonly string[];
}

/**
 * Which events a person's `$set_once` values come from, while a batch runs. The times are only read where an
 * event may be earlier than one of them: most events are the latest of their person.
 */
export class FirstTouch {
  private times: FirstTouchTimes | null = null;
  private latest: number;

  /** @param properties those that were stored together with it */
  constructor(
    private readonly stored: StoredFirstTouch | null,
    private readonly properties: Properties,
  ) {
    this.latest = latestTime(stored);
  }

  /** The first touch of a person that an event creates. */
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

  /** Whether `$set_once` of an event counts for a property: not when it was removed after that event. */
  admits(key: string, order: EventOrder): boolean {
    if (this.times === null && this.stored?.unset === undefined) return true;
    const removed = this.read().unset.get(key);
    return removed === undefined || compareOrder(order, removed) >= 0;
  }

  /**
   * Whether the event is earlier than the one that a property's value comes from. Of two events that nothing
   * distinguishes, the one with the smaller value is.
   */
  isEarlier(order: EventOrder, key: string, value: unknown, stored: unknown): boolean {
    if (order.at > this.latest) return false;
    const time = this.read().once.get(key);
    if (time === undefined) return false;
    const difference = compareOrder(order, time);
    return difference === 0 ? serializeJson(value) < serializeJson(stored) : difference < 0;
  }

  /** Whether a property's value comes from `$set_once`, and of which event. */
  timeOf(key: string): EventOrder | undefined {
    const mayBe = this.times !== null || this.stored?.named !== undefined || isFirstTouchKey(key);
    return mayBe ? this.read().once.get(key) : undefined;
  }

  setTime(key: string, order: EventOrder): void {
    this.read().once.set(key, order);
    this.latest = Math.max(this.latest, order.at);
  }

  /** Whether one of these removals is later than those known. */
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

  /** All times. Must be asked before the properties change. */
  read(): FirstTouchTimes {
    this.times ??= readFirstTouch(this.stored, this.properties);
    return this.times;
  }

  /** The value as it is stored together with these properties. */
  toStored(properties: Properties): StoredFirstTouch | null {
    return this.times === null ? this.stored : writeFirstTouch(this.times, properties);
  }
}

function isLater(order: EventOrder, known: EventOrder | undefined): boolean {
  return known === undefined || compareOrder(order, known) > 0;
}
