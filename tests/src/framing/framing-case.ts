export interface FramingCase {
  readonly name: string;
  readonly family: Family;
  /** The bytes that the client sends, one character per byte. */
  readonly bytes: string;
  /** The complete requests in the bytes, as `METHOD target body`. */
  readonly entitled: readonly string[];
  /**
   * What Tidemark's servers must do: reject the request with 4xx and close the connection, or serve all of `entitled`.
   */
  readonly own: 'rejected' | 'served';
  /** Whether a gateway may be stricter: it serves `entitled` or nothing. */
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

/** A path that no server may receive as a request, because it occurs only where a body, or nothing, is allowed. */
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
/** A case that Tidemark's servers serve and some gateways reject. */
export const servedByUs = (
  family: Family,
  name: string,
  bytes: string,
  entitled: string[],
): FramingCase => ({ ...served(family, name, bytes, entitled), gatewayMayReject: true });

export const CHUNKED = 'Transfer-Encoding: chunked\r\n';
export const EMPTY_THEN_HIDDEN = `0\r\n\r\n${HIDDEN_OPEN}`;
export const HIDDEN_IN_CHUNK = `${hex(HIDDEN)}\r\n${HIDDEN}\r\n0\r\n\r\n`;
