import type { KnownFlags } from './known-flags';

/** The flags of a person when they were evaluated. */
export interface EvaluatedFlags {
  /** Names what the flags are for the person; null when a store could not be read. */
  readonly signature: string | null;
  /** What a reader knows that was sent them; null when that is nothing that changes can be told from. */
  readonly known: KnownFlags | null;
  /**
   * Writes them as an event.
   *
   * @param older what the reader has of them from this stream; null for nothing
   */
  readonly event: (older: KnownFlags | null) => string;
}

/**
 * The complete flags.
 *
 * @param signature the id, which a client sends back when it reconnects; flags that could not be evaluated have none
 * @param body that of `/flags?v=2`, JSON without a line break
 */
export function flagsEvent(signature: string | null, body: string): string {
  return event('flags', signature, body);
}

/** What has changed since the event before; parameters as above. */
export function changesEvent(signature: string | null, body: string): string {
  return event('flag_changes', signature, body);
}

function event(name: string, signature: string | null, body: string): string {
  const id = signature === null ? '' : `id: ${signature}\n`;
  return `${id}event: ${name}\ndata: ${body}\n\n`;
}
