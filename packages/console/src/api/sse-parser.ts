/** A message of a stream of server-sent events. */
export interface StreamMessage {
  /** Names the place in the stream; null when the server named none. */
  readonly id: string | null;
  readonly event: string;
  readonly data: string;
}

/**
 * Reads server-sent events from pieces of text, wherever they are cut.
 *
 * @returns a function that takes the next piece and returns the messages that it completes
 */
export function createSseParser(): (piece: string) => readonly StreamMessage[] {
  let rest = '';
  return (piece) => {
    // A CR at the end may be the first half of a line end.
    const blocks = (rest + piece).split(/\r\n\r\n|\n\n|\r\r(?!\n)/);
    rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => {
      const message = messageOf(block);
      return message === null ? [] : [message];
    });
  };
}

function messageOf(block: string): StreamMessage | null {
  const data: string[] = [];
  let id: string | null = null;
  let event = 'message';
  for (const line of block.split(/\r\n|\n|\r/)) {
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') data.push(value);
    else if (name === 'id') id = value;
    else if (name === 'event') event = value;
  }
  // A block of comments is a heartbeat.
  return data.length === 0 ? null : { id, event, data: data.join('\n') };
}
