/*
 * Loaded before a service: measures for how long at most its event loop was held by one turn, and sends that to its
 * parent when it is asked to. In CPU time of the main thread, so that other work of the machine does not count.
 */
import { openSync, readSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const TICK_MS = 1;

if (isMainThread) {
  // The kernel writes it anew for each read: nanoseconds on a processor, then other numbers.
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
  // Its parent sends nothing else.
  process.on('message', () => {
    tick();
    process.send?.({ type: 'loop', heldMs: mostMs });
    mostMs = 0;
  });
}
