/* This module is loaded before a service. It measures the longest turn of the event loop and sends it to the parent
   process on request. It measures CPU time of the main thread, so that other work of the machine does not count. */
import { openSync, readSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const TICK_MS = 1;

if (isMainThread) {
  // Each read returns current values: the nanoseconds on a processor, then other numbers.
  const file = openSync('/proc/thread-self/schedstat', 'r');
  const text = Buffer.alloc(64);
  const cpuMs = (): number => {
    const length = readSync(file, text, 0, text.length, 0);
    return Number(text.toString('latin1', 0, length).split(' ', 1)[0]) / 1e6;
  };
  let last = cpuMs();
  let mostMs = 0;
  const tick = (): void => {
    const now = cpuMs();
    mostMs = Math.max(mostMs, now - last);
    last = now;
  };
  setInterval(tick, TICK_MS).unref();
  // Every message is a request for the measurement.
  process.on('message', () => {
    tick();
    process.send?.({ type: 'loop', heldMs: mostMs });
    mostMs = 0;
  });
}
