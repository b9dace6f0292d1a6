import { InflateError } from './inflate';

/** The codes of the stream that are not dictionary entries. */
const NEW_8_BIT = 0;
/** 1 is a new 16-bit character. */
const END = 2;

/**
 * Decompresses LZ-string's base64 form. Written here because the library has no output bound: its
 * dictionary lets a small text grow quadratically.
 *
 * @param maxLength UTF-16 units of output at most.
 * @throws InflateError
 */
export function decompressLz(compressed: string, maxLength: number): string {
  const read = bitReader(compressed);
  const literal = (code: number): string => String.fromCharCode(read(code === NEW_8_BIT ? 8 : 16));
  const opening = read(2);
  if (opening === END) return '';
  if (opening > END) throw new InflateError('invalid', 'unknown code');

  let previous = literal(opening);
  let length = previous.length;
  const pieces = [previous];
  /** The first three codes are not entries; their places stay unused. */
  const dictionary = ['', '', '', previous];
  let width = 3;
  /** The number of entries that can be added before codes become one bit wider. */
  let room = 4;
  const add = (entry: string): void => {
    dictionary.push(entry);
    room -= 1;
    if (room > 0) return;
    room = 2 ** width;
    width += 1;
  };

  for (;;) {
    let code = read(width);
    if (code === END) return pieces.join('');
    if (code < END) {
      add(literal(code));
      code = dictionary.length - 1;
    }
    // A code one past the end refers to the entry that is being created.
    const piece = code === dictionary.length ? previous + previous.charAt(0) : dictionary[code];
    if (piece === undefined) throw new InflateError('invalid', 'unknown code');
    length += piece.length;
    if (length > maxLength) {
      throw new InflateError('too_large', `decompressed body is over ${maxLength} characters`);
    }
    pieces.push(piece);
    add(previous + piece.charAt(0));
    previous = piece;
  }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const SEXTETS: ReadonlyMap<string, number> = new Map([
  ...Array.from(ALPHABET, (letter, index): [string, number] => [letter, index]),
  // The decoder of a URL or form replaced each plus with a space.
  [' ', ALPHABET.indexOf('+')],
]);

/**
 * Reads numbers of a given width in bits. Each letter holds six bits, the highest first; the first bit of a number
 * is its lowest. A base64 decoder cannot be used, because the last letters need not form a whole byte.
 */
function bitReader(letters: string): (width: number) => number {
  let position = 0;
  let sextet = 0;
  return (width) => {
    let value = 0;
    for (let power = 0; power < width; power += 1) {
      const bit = position % 6;
      if (bit === 0) {
        const letter = letters[position / 6];
        if (letter === undefined) throw new InflateError('invalid', 'unexpected end');
        // Padding and all other characters outside the alphabet are read as zeros.
        sextet = SEXTETS.get(letter) ?? 0;
      }
      value |= ((sextet >> (5 - bit)) & 1) << power;
      position += 1;
    }
    return value;
  };
}
