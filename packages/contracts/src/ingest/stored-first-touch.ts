/** An event's time and when the edge accepted it, in ms since the epoch, and its place in the request. */
export type FirstTouchOrder = readonly [at: number, captured: number, place: number];
export type FirstTouchKeys = readonly [...FirstTouchOrder, keys: readonly string[]];

/**
 * The stored form of the events that gave a person its `$set_once` values. It is short, because nearly all values of
 * a person come from one event. A property that has a value but is not listed here got it from `$set`, or before this
 * was stored.
 */
export interface StoredFirstTouch {
  /** The event of `$creator_event_uuid` and of all `$initial_…` properties that the other lists do not contain. */
  readonly base?: FirstTouchOrder;
  readonly named?: readonly FirstTouchKeys[];
  /** `$initial_…` properties that got their value from `$set`. */
  readonly set?: readonly string[];
  /** The events that last removed properties with `$unset`. */
  readonly unset?: readonly FirstTouchKeys[];
}
