import { setTimeout as sleep } from 'node:timers/promises';
import type { Ledger } from './ledger';
import { createLedger } from './ledger';
import type { Target } from './post';
import { postBatch, postSingle } from './post';
import type { ScriptedEvent, SdkEvent } from './script';
import { personlessEvent, visitorsEvent } from './script';

export interface Load {
  readonly ledger: Ledger;
  /**
   * The uuids of acknowledged events that were sent after a timestamp (`Date.now()`). Only the latest events are
   * remembered.
   */
  acknowledgedSince(timestamp: number): readonly string[];
  /** Stops the load after every client has finished its current request. */
  stop(): Promise<Ledger>;
}

interface ClientKind {
  readonly clients: number;
  /** The number of events in a request. */
  readonly size: number;
  readonly pauseMs: number;
  /** The number of attempts after which a request is dropped. */
  readonly attempts: number;
  readonly event: (run: string, client: number, n: number) => ScriptedEvent;
  readonly send: (target: Target, events: readonly SdkEvent[]) => Promise<boolean>;
}

/** Together they send some hundred events per second on an idle machine. */
const KINDS: readonly ClientKind[] = [
  { clients: 3, size: 10, pauseMs: 100, attempts: Infinity, event: visitorsEvent, send: postBatch },
  { clients: 3, size: 1, pauseMs: 25, attempts: Infinity, event: visitorsEvent, send: postSingle },
  { clients: 1, size: 1, pauseMs: 50, attempts: 2, event: personlessEvent, send: postSingle },
];
const RETRY_MS = 200;
const REMEMBERED = 200;

/**
 * Sends events as SDKs do: each client sends one request after the other, and repeats a request with the same uuids
 * until it is acknowledged or the client gives up. No distinct id is shared between clients, so the last value that was
 * set is known.
 */
export function startLoad(target: Target, run: string): Load {
  const ledger = createLedger();
  const stopping = new AbortController();
  let latest: { readonly begunAt: number; readonly uuid: string }[] = [];

  const client = async (kind: ClientKind, id: number): Promise<void> => {
    for (let n = 0; !stopping.signal.aborted; n += kind.size) {
      const begunAt = Date.now();
      const events = Array.from({ length: kind.size }, (_, i) => kind.event(run, id, n + i));
      ledger.begun(events);
      if (await sendUntilAcknowledged(kind, target, events)) {
        ledger.acknowledged(events);
        latest = [...latest, ...events.map(({ sent }) => ({ begunAt, uuid: sent.uuid }))];
        latest = latest.slice(-REMEMBERED);
      }
      await sleep(kind.pauseMs);
    }
  };
  const kinds = KINDS.flatMap((kind) => Array.from({ length: kind.clients }, () => kind));
  const clients = Promise.all(kinds.map((kind, id) => client(kind, id)));
  // `stop` reports the error.
  clients.catch(() => undefined);
  return {
    ledger,
    acknowledgedSince: (timestamp) =>
      latest.filter(({ begunAt }) => begunAt > timestamp).map(({ uuid }) => uuid),
    stop: async () => {
      stopping.abort();
      await clients;
      return ledger;
    },
  };
}

async function sendUntilAcknowledged(
  kind: ClientKind,
  target: Target,
  events: readonly ScriptedEvent[],
): Promise<boolean> {
  const sent = events.map((event) => event.sent);
  for (let attempt = 1; ; attempt += 1) {
    if (await kind.send(target, sent)) return true;
    if (attempt >= kind.attempts) return false;
    await sleep(RETRY_MS);
  }
}
