import type { KnownFlags } from './known-flags';

/** The flags of a person when they were evaluated. */
export interface EvaluatedFlags {
  /** Names what the flags are for the person; null when a store could not be read. */
  readonly signature: string | null;
  /** The flags that the reader has after this event; null if changes cannot be computed from them. */
  readonly known: KnownFlags | null;
  /**
   * Formats the flags as an event.
   *
   * @param older the flags that this stream has sent; null if it has sent no flags
   */
  readonly event: (older: KnownFlags | null) => string;
}

/**
 * Formats an event with all flags.
 *
 * @param signature the id of the event, which a client sends when it reconnects; null if flags could not be evaluated
 * @param body the body of `/flags?v=2`: JSON without line breaks
 */
export function flagsEvent(signature: string | null, body: string): string {
  return event('flags', signature, body);
}

/** Formats an event with the changes since the previous event; it has the same parameters. */
export function changesEvent(signature: string | null, body: string): string {
  return event('flag_changes', signature, body);
}

function event(name: string, signature: string | null, body: string): string {
  const id = signature === null ? '' : `id: ${signature}\n`;
  return `${id}event: ${name}\ndata: ${body}\n\n`;
}
