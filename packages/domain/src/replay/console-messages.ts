import type { ConsoleMessage } from '@tidemark/contracts';
import type { Snapshot } from './snapshot';
import { consoleLevel, consoleText } from './snapshot';

/** The maximum number of messages and characters of one request, which limits its record in the ingest log. */
const MAX_MESSAGES = 500;
const MAX_CHARACTERS = 128 * 1024;

/**
 * The console messages of one request, in the order they were sent. As in PostHog, a message that is repeated within
 * a request is stored once, and plain ones have the level `info`. Messages beyond the limits are counted but not
 * stored.
 */
export class ConsoleMessages {
  private readonly kept = new Map<string, ConsoleMessage>();
  private characters = 0;

  add(snapshot: Snapshot): void {
    const found = consoleLevel(snapshot);
    if (found === null || this.kept.size >= MAX_MESSAGES) return;
    const level = found === 'log' ? 'info' : found;
    const message = consoleText(snapshot);
    const key = `${level} ${message}`;
    if (message === '' || this.kept.has(key)) return;
    if (this.characters + message.length > MAX_CHARACTERS) return;
    this.characters += message.length;
    this.kept.set(key, { level, timestamp: new Date(snapshot.timestamp).toISOString(), message });
  }

  list(): ConsoleMessage[] {
    return [...this.kept.values()];
  }
}
