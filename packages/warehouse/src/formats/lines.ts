import type { Readable } from 'node:stream';
import { WarehouseSourceError } from '../errors';
import { MAX_ROW_CHARACTERS } from '../limits';

/**
 * The lines of a UTF-8 text without their line breaks, including blank lines. @throws WarehouseSourceError for a line
 * that is too long
 */
export async function* linesOf(stream: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  for await (const chunk of stream) {
    const pieces = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n');
    rest = pieces.pop() ?? '';
    if (rest.length > MAX_ROW_CHARACTERS) throw tooLong();
    for (const line of pieces) {
      if (line.length > MAX_ROW_CHARACTERS) throw tooLong();
      yield line;
    }
  }
  yield rest + decoder.decode();
}

function tooLong(): WarehouseSourceError {
  return new WarehouseSourceError(`A row is longer than ${MAX_ROW_CHARACTERS} characters.`);
}
