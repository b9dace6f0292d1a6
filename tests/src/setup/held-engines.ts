import type { RunningEngines } from '@tidemark/testing';
import type { ProductDesk } from './product-desk';

/** The resources that the set-up opens and the teardown closes. */
export interface Held {
  readonly engines: RunningEngines;
  readonly desk: ProductDesk;
}

/**
 * Set-up and teardown run in one process but with separate module registries, so the handles are stored on
 * `globalThis`.
 */
const KEY = Symbol.for('tidemark.test-engines');
const holder = globalThis as { [KEY]?: Held };

export function hold(held: Held): void {
  holder[KEY] = held;
}

export function held(): Held | undefined {
  return holder[KEY];
}
