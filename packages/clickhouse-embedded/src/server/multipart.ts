import { ownError } from '../errors';

/** The boundary of a `multipart/form-data` content type; undefined for any other type. */
export function multipartBoundary(contentType: string | undefined): string | undefined {
  const match = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]+)"|([^\s;]+))/i.exec(
    contentType ?? '',
  );
  return match?.[1] ?? match?.[2];
}

/**
 * The named text parts of a multipart body, in order.
 * @throws ClickHouseException 48 for a file part (external tables), 36 for a malformed body
 */
export function readMultipart(body: string, boundary: string): [name: string, value: string][] {
  const sections = `\r\n${body}`.split(`\r\n--${boundary}`);
  if (sections.length < 2 || !sections.at(-1)?.startsWith('--')) {
    throw ownError(36, 'Malformed multipart body');
  }
  return sections.slice(1, -1).map(readPart);
}

function readPart(section: string): [string, string] {
  const headerEnd = section.indexOf('\r\n\r\n');
  const headers = section.slice(0, headerEnd);
  const name = /^content-disposition:[^\r\n]*\bname="([^"]*)"/im.exec(headers)?.[1];
  if (headerEnd === -1 || name === undefined) throw ownError(36, 'Malformed multipart body');
  if (/\bfilename=/i.test(headers)) {
    throw ownError(48, 'External tables are not supported by the embedded engine');
  }
  return [name, section.slice(headerEnd + 4)];
}
