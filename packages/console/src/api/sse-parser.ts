/** One message of a stream of server-sent events. */
export interface StreamMessage {
  /** The position in the stream; null if the server sent no id. */
  readonly id: string | null;
  readonly event: string;
  readonly data: string;
}

/**
 * Creates a parser for server-sent events whose text arrives in pieces of any length.
 *
 * @returns a function that receives the next piece and returns the messages that this piece completes
 */
export function createSseParser(): (piece: string) => readonly StreamMessage[] {
  let rest = '';
  return (piece) => {
    // A CR at the end of a piece may be the first half of a CR LF.
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
  // A block that has only comments is a heartbeat.
  return data.length === 0 ? null : { id, event, data: data.join('\n') };
}
