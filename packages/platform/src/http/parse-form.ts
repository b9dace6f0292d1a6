import { parseError } from './errors';

/** A file in a form. */
interface FormFile {
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

const TYPE = /^multipart\/form-data\s*;/i;
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;
const NAME = /;\s*name="((?:[^"\\]|\\.)*)"/i;
const FILE_NAME = /;\s*filename="((?:[^"\\]|\\.)*)"/i;
/** The maximum number of parts; no form of the API has as many fields. */
const MAX_PARTS = 100;

/** Whether the content type is that of a multipart form. */
export function isMultipart(contentType: string): boolean {
  return TYPE.test(contentType.trim());
}

/** The value of a field: a text, a file, or a list of files if the field is repeated. */
type FormValue = string | FormFile | readonly FormFile[];

/**
 * Parses a multipart form (RFC 7578) into a flat object of texts and files. If a text field is repeated, the last
 * value counts; repeated files become a list.
 * @throws ApiError 400 for bytes that are not such a form
 */
export function parseForm(
  bytes: Uint8Array,
  contentType: string,
): Readonly<Record<string, FormValue>> {
  const [, quoted, bare] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) throw parseError('the form names no boundary');
  const fields = new Map<string, FormValue>();
  for (const part of partsOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), boundary)) {
    const [name, value] = readPart(part);
    fields.set(name, joined(fields.get(name), value));
  }
  return Object.fromEntries(fields);
}

function joined(before: FormValue | undefined, value: string | FormFile): FormValue {
  if (before === undefined || typeof before === 'string' || typeof value === 'string') return value;
  return 'bytes' in before ? [before, value] : [...before, value];
}

/** The parts between the delimiters, including their headers. */
function partsOf(form: Buffer, boundary: string): readonly Buffer[] {
  // The first delimiter has no line break before it; adding one makes all delimiters equal.
  const body = Buffer.concat([Buffer.from('\r\n'), form]);
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  const parts: Buffer[] = [];
  let start = body.indexOf(delimiter);
  for (;;) {
    if (start === -1) throw parseError('the form has no end');
    start += delimiter.length;
    if (body.toString('latin1', start, start + 2) === '--') return parts;
    if (parts.length === MAX_PARTS) throw parseError(`the form has more than ${MAX_PARTS} parts`);
    const end = body.indexOf(delimiter, start);
    if (end === -1) throw parseError('the form has no end');
    parts.push(body.subarray(start, end));
    start = end;
  }
}

function readPart(part: Buffer): [name: string, value: string | FormFile] {
  // An empty line ends the headers; the line break of the delimiter precedes them.
  const end = part.indexOf('\r\n\r\n');
  if (end === -1) throw parseError('a part of the form has no headers');
  const disposition = part
    .toString('utf8', 0, end)
    .split('\r\n')
    .find((line) => /^content-disposition\s*:/i.test(line));
  const name = parameter(NAME, disposition);
  if (name === undefined) throw parseError('a part of the form has no name');
  const content = part.subarray(end + 4);
  const fileName = parameter(FILE_NAME, disposition);
  return [
    name,
    fileName === undefined ? decode(content) : { fileName, bytes: new Uint8Array(content) },
  ];
}

function parameter(pattern: RegExp, disposition: string | undefined): string | undefined {
  // Browsers write a quote as %22, other clients with a backslash.
  const value = disposition === undefined ? undefined : pattern.exec(disposition)?.[1];
  return value?.replace(/\\(.)/g, '$1').replace(/%22/g, '"');
}

function decode(content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw parseError('a field of the form is not valid UTF-8');
  }
}
