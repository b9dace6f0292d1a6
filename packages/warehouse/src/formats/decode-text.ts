/** A piece of a text, and whether bytes of it were replaced because they are invalid in the encoding. */
interface TextPiece {
  readonly text: string;
  readonly wasReplaced: boolean;
}

const REPLACEMENT = Buffer.from('\uFFFD');

/**
 * Decodes bytes while they arrive. A byte order mark decides between UTF-8 and UTF-16, and is removed.
 *
 * @param encoding the encoding of a text without a byte order mark
 */
export async function* decodeText(
  chunks: AsyncIterable<unknown>,
  encoding: string,
): AsyncGenerator<TextPiece> {
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  let head: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = decoder === null ? Buffer.concat([head, chunk as Uint8Array]) : (chunk as Buffer);
    if (decoder === null && bytes.length < 3) {
      head = bytes;
      continue;
    }
    decoder ??= new TextDecoder(encodingOf(bytes) ?? encoding);
    head = Buffer.alloc(0);
    const text = decoder.decode(bytes, { stream: true });
    // A text may contain the replacement character itself.
    const replaced = text.includes('\uFFFD') ? text.split('\uFFFD').length - 1 : 0;
    yield { text, wasReplaced: replaced > (decoder.encoding === 'utf-8' ? occurrences(bytes) : 0) };
  }
  decoder ??= new TextDecoder(encodingOf(head) ?? encoding);
  const text = decoder.decode(head);
  yield { text, wasReplaced: text.includes('\uFFFD') };
}

/** Returns the encoding that a byte order mark states; null without a mark. */
export function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | null {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : null;
}

function occurrences(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(REPLACEMENT); at !== -1; at = bytes.indexOf(REPLACEMENT, at + 3)) {
    count += 1;
  }
  return count;
}
