import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { analyseStatement, type Statement } from '../sql/statement';
import type { InsertWithData } from '../sql/insert';
import { bodyStream, readPrefix, readRest } from './body';
import { multipartBoundary, readMultipart } from './multipart';
import { addField, type QueryRequest } from './request';

/** A statement, and for an INSERT the data that comes with it. */
export type Incoming =
  | { statement: Exclude<Statement, InsertWithData> }
  | { statement: InsertWithData; leadingData: Buffer; data: Readable };

/** An INSERT must name its format within this number of bytes, the maximum of any statement on a server. */
const HEAD_BYTES = 262_144;

/**
 * Reads the statement of a request: `query` of the URL, followed by the body. Of an INSERT only the head is read; its
 * data may have any length and stays in the stream.
 */
export async function readIncoming(
  message: IncomingMessage,
  request: QueryRequest,
): Promise<Incoming> {
  const body = bodyStream(message);
  const boundary = multipartBoundary(message.headers['content-type']);
  if (boundary !== undefined) {
    const text = await readMultipartQuery(body, boundary, request);
    return fromText(text, body);
  }
  if (request.urlQuery.trim() === '') return fromBody(body);
  const prefix = `${request.urlQuery}\n`;
  if (startsInsert(request.urlQuery)) {
    const statement = analyseStatement(prefix);
    if (statement.kind === 'insert-data') {
      return { statement, leadingData: Buffer.from(prefix.slice(statement.dataAt)), data: body };
    }
  }
  const rest = await readRest(body);
  return fromText(prefix + rest.toString('utf8'), body);
}

async function fromBody(body: Readable): Promise<Incoming> {
  const head = await readPrefix(body, HEAD_BYTES);
  // One character per byte, so that offsets in the text are offsets in the data.
  const bytes = head.toString('latin1');
  if (startsInsert(bytes)) {
    const statement = analyseStatement(bytes);
    if (statement.kind === 'insert-data') {
      const leadingData = head.subarray(statement.dataAt);
      return { statement: decodeHead(statement), leadingData, data: body };
    }
  }
  const text = Buffer.concat([head, await readRest(body)]).toString('utf8');
  return fromText(text, body);
}

function fromText(text: string, body: Readable): Incoming {
  const statement = analyseStatement(text);
  if (statement.kind !== 'insert-data') return { statement };
  return { statement, leadingData: Buffer.from(text.slice(statement.dataAt)), data: body };
}

/** Decodes text with one character per byte, and adjusts the offsets. */
function decodeHead(insert: InsertWithData): InsertWithData {
  const decode = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8');
  const { head, fileClauseAt, valuesAt } = insert;
  return {
    ...insert,
    head: decode(head),
    fileClauseAt: decode(head.slice(0, fileClauseAt)).length,
    valuesAt: valuesAt === undefined ? undefined : decode(head.slice(0, valuesAt)).length,
  };
}

async function readMultipartQuery(
  body: Readable,
  boundary: string,
  request: QueryRequest,
): Promise<string> {
  const parts = readMultipart((await readRest(body)).toString('utf8'), boundary);
  for (const [name, value] of parts) addField(request, name, value);
  const query = parts.filter(([name]) => name === 'query').map(([, value]) => value);
  return [request.urlQuery, ...query].filter((text) => text !== '').join('\n');
}

function startsInsert(text: string): boolean {
  return /^(?:\s|--[^\n]*\n|\/\*[^*]*\*\/)*INSERT\b/i.test(text);
}
