export interface FramingCase {
  readonly name: string;
  readonly family: Family;
  /** What the client sends, one character per byte. */
  readonly bytes: string;
  /** The whole requests that a served case consists of, as `METHOD target body`. */
  readonly entitled: readonly string[];
  /** Our own servers: the request is rejected with 4xx and the connection closed, or all of `entitled` is served. */
  readonly own: 'rejected' | 'served';
  /** A gateway in front of our servers may be stricter: it serves `entitled` or nothing. */
  readonly gatewayMayReject?: true;
}

export type Family =
  | 'two lengths'
  | 'Transfer-Encoding'
  | 'Content-Length'
  | 'no length'
  | 'chunks'
  | 'lines'
  | 'target'
  | 'host'
  | 'connection'
  | 'expectation';

/** The path that no server may be asked for: it stands where only a body, or nothing, may stand. */
export const SMUGGLED = '/smuggled';
export const HIDDEN = `GET ${SMUGGLED} HTTP/1.1\r\nHost: tidemark.example\r\n\r\n`;
export const HIDDEN_OPEN = `GET ${SMUGGLED} HTTP/1.1\r\nHost: tidemark.example\r\nX-Ignore: `;
export const hex = (text: string): string => text.length.toString(16);

export function message(
  headers: string,
  body = '',
  { method = 'POST', target = '/api/attack/', version = '1.1' } = {},
): string {
  return `${method} ${target} HTTP/${version}\r\nHost: tidemark.example\r\n${headers}\r\n${body}`;
}

export const rejected = (family: Family, name: string, bytes: string, entitled: string[] = []) =>
  ({ family, name, bytes, entitled, own: 'rejected' }) as const;
export const served = (family: Family, name: string, bytes: string, entitled: string[]) =>
  ({ family, name, bytes, entitled, own: 'served' }) as const;
/** Served by our own servers, and rejected by some gateways. */
export const servedByUs = (
  family: Family,
  name: string,
  bytes: string,
  entitled: string[],
): FramingCase => ({ ...served(family, name, bytes, entitled), gatewayMayReject: true });

export const CHUNKED = 'Transfer-Encoding: chunked\r\n';
export const EMPTY_THEN_HIDDEN = `0\r\n\r\n${HIDDEN_OPEN}`;
export const HIDDEN_IN_CHUNK = `${hex(HIDDEN)}\r\n${HIDDEN}\r\n0\r\n\r\n`;
