import type { RunningEngines } from '@tidemark/testing';
import type { ProductDesk } from './product-desk';

/** What set-up opens and teardown closes. */
export interface Held {
  readonly engines: RunningEngines;
  readonly desk: ProductDesk;
}

/** Set-up and teardown share one process but not one module registry, so the handles live on it. */
const KEY = Symbol.for('tidemark.test-engines');
const holder = globalThis as { [KEY]?: Held };

export function hold(held: Held): void {
  holder[KEY] = held;
}

export function held(): Held | undefined {
  return holder[KEY];
}
