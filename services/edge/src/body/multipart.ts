import { unparsable } from '@tidemark/domain';
import type { BodyPart } from '@tidemark/domain';

const MAX_PARTS = 100;
const MAX_HEADER_BYTES = 8 * 1024;
const CRLF = '\r\n';

/** The boundary of a multipart content type; undefined without a boundary of 1 to 70 characters. */
export function boundaryOf(contentType: string): string | undefined {
  const found = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  return found?.[1] ?? found?.[2];
}

/**
 * The parts of a `multipart/form-data` body (RFC 7578), in order, without copies.
 *
 * @throws CaptureError 400
 */
export function readMultipart(body: Buffer, boundary: string): BodyPart[] {
  const delimiter = Buffer.from(`${CRLF}--${boundary}`);
  const opening = delimiter.subarray(CRLF.length);
  const parts: BodyPart[] = [];
  // A delimiter at the start of the body has no line break before it.
  let at = body.subarray(0, opening.length).equals(opening)
    ? opening.length
    : afterNext(body, delimiter, 0);
  while (at !== -1) {
    if (body.toString('latin1', at, at + 2) === '--') return parts;
    const start = lineEnd(body, at);
    const end = body.indexOf(delimiter, start - CRLF.length);
    if (start === -1 || end === -1) break;
    if (parts.length === MAX_PARTS) throw unparsable(`a body may have ${MAX_PARTS} parts`);
    parts.push(readPart(body.subarray(start, Math.max(start, end))));
    at = end + delimiter.length;
  }
  throw unparsable('the multipart body is not complete');
}

function afterNext(body: Buffer, delimiter: Buffer, from: number): number {
  const at = body.indexOf(delimiter, from);
  return at === -1 ? -1 : at + delimiter.length;
}

/** The start of the next line after a delimiter and optional white space; -1 if other text follows. */
function lineEnd(body: Buffer, from: number): number {
  const end = body.indexOf(CRLF, from);
  return end === -1 || body.toString('latin1', from, end).trim() !== '' ? -1 : end + CRLF.length;
}

function readPart(part: Buffer): BodyPart {
  const isBare = part.subarray(0, CRLF.length).equals(Buffer.from(CRLF));
  const end = isBare ? 0 : part.indexOf(CRLF + CRLF);
  if (end === -1 || end > MAX_HEADER_BYTES) throw unparsable('a part has no readable headers');
  const headers = new Map(
    part
      .toString('utf8', 0, end)
      .split(CRLF)
      .map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const;
      }),
  );
  const name = /;\s*name="([^"]*)"/i.exec(headers.get('content-disposition') ?? '')?.[1];
  if (name === undefined) throw unparsable('a part has no name');
  return {
    name,
    contentType: headers.get('content-type'),
    contentEncoding: headers.get('content-encoding'),
    data: part.subarray(end + (isBare ? CRLF : CRLF + CRLF).length),
  };
}
