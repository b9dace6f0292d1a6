/* Encodes and decodes `#q=`: a query in the fragment of a URL. A short query stays readable JSON in the wire format. A
   longer one is compressed with DEFLATE (RFC 1951) and written as base64url after `~`, a character with which no JSON
   begins. */

/** The field that every query node has. */
export interface QueryNode {
  readonly kind: string;
}

/** Longer JSON, in characters, is compressed. */
const READABLE_UP_TO = 1_500;
const DEFLATED = '~';

/** Encodes a query for the fragment of a URL. */
export async function encodeQueryLink(node: QueryNode): Promise<string> {
  const json = withoutMarks(JSON.stringify(node));
  if (json.length <= READABLE_UP_TO) return `q=${encodeURIComponent(json)}`;
  return `q=${DEFLATED}${await deflatedText(json)}`;
}

/** Compresses a text with DEFLATE (RFC 1951) and encodes it as base64url. */
export async function deflatedText(text: string): Promise<string> {
  const bytes = await pipe(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  return toBase64Url(bytes);
}

/** @throws Error for a text that `deflatedText` did not produce */
export async function inflatedText(text: string): Promise<string> {
  return new TextDecoder().decode(
    await pipe(fromBase64Url(text), new DecompressionStream('deflate-raw')),
  );
}

/** The value of a parameter in the fragment of a URL, such as `q`; null if it is missing. */
export function hashPart(hash: string, name: string): string | null {
  const parts = hash.replace(/^#/, '').split('&');
  const part = parts.find((entry) => entry.startsWith(`${name}=`));
  return part === undefined ? null : part.slice(name.length + 1);
}

/** A URL fragment in which one parameter is replaced; null removes the parameter. */
export function withHashPart(hash: string, name: string, value: string | null): string {
  const others = hash
    .replace(/^#/, '')
    .split('&')
    .filter((entry) => entry !== '' && !entry.startsWith(`${name}=`));
  return [...others, ...(value === null ? [] : [`${name}=${value}`])].join('&');
}

/**
 * Decodes the query in the fragment of a URL, without the `InsightVizNode` around it; null without `q=`.
 *
 * @throws Error with a message for users if the text is damaged or not a query
 */
export async function decodeQueryLink(hash: string): Promise<QueryNode | null> {
  const text = hashPart(hash, 'q');
  if (text === null) return null;
  const node = await parse(text);
  if (!isNode(node)) throw new Error('The URL contains no query.');
  return unwrapQuery(node);
}

/** The source of an `InsightVizNode`. Any other node is returned unchanged. */
export function unwrapQuery(node: QueryNode): QueryNode {
  const { source } = node as { readonly source?: unknown };
  return node.kind === 'InsightVizNode' && isNode(source) ? source : node;
}

/**
 * Writes `%`, `#` and `&` as JSON escapes; they occur only inside JSON strings. A router may decode the address, and
 * the result must still be read as the same query.
 */
function withoutMarks(json: string): string {
  const escaped = (mark: string): string => `\\u00${mark.charCodeAt(0).toString(16)}`;
  return json.replaceAll(/[%#&]/g, escaped);
}

async function parse(text: string): Promise<unknown> {
  try {
    const json = text.startsWith(DEFLATED)
      ? await inflatedText(text.slice(1))
      : decodeURIComponent(text);
    return JSON.parse(json);
  } catch (cause) {
    throw new Error('The query in the URL is incomplete or damaged.', { cause });
  }
}

function isNode(value: unknown): value is QueryNode {
  return (
    typeof value === 'object' && value !== null && typeof Reflect.get(value, 'kind') === 'string'
  );
}

async function pipe(
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const body = new Response(new Blob([bytes]).stream().pipeThrough(through));
  return new Uint8Array(await body.arrayBuffer());
}

function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(bytes, (character) => character.charCodeAt(0));
}
