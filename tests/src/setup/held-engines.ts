import type { RunningEngines } from '@tidemark/testing';

/** Set-up and teardown share one process but not one module registry, so the handle lives on it. */
const KEY = Symbol.for('tidemark.test-engines');
const holder = globalThis as { [KEY]?: RunningEngines };

export function holdEngines(engines: RunningEngines): void {
  holder[KEY] = engines;
}

export function heldEngines(): RunningEngines | undefined {
  return holder[KEY];
}
