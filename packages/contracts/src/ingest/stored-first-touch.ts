/** An event's time and when the edge accepted it, in ms since the epoch, and its place in the request. */
export type FirstTouchOrder = readonly [at: number, captured: number, place: number];
export type FirstTouchKeys = readonly [...FirstTouchOrder, keys: readonly string[]];

/**
 * Which events gave a person its `$set_once` values, as stored: small, because nearly all of a person's values
 * come from one event. A property that has a value and stands nowhere here was given by `$set`, or before times
 * were kept.
 */
export interface StoredFirstTouch {
  /** The event of every `$initial_…` property and of `$creator_event_uuid` that no other list names. */
  readonly base?: FirstTouchOrder;
  readonly named?: readonly FirstTouchKeys[];
  /** `$initial_…` properties that `$set` has given a value. */
  readonly set?: readonly string[];
  /** When properties were last removed by `$unset`. */
  readonly unset?: readonly FirstTouchKeys[];
}
