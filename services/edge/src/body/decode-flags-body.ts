import { jsonDeeperThan, jsonSize, MAX_JSON_DEPTH, repairJson } from '@tidemark/domain';
import { decodeLooseBase64 } from './base64';
import { compressionOf } from './compression';
import type { CaptureBody } from './decode-capture-body';
import { parseExactIntegers } from './exact-integers';
import { FlagsError, undecodableFlags } from './flags-error';
import { readForm } from './form';
import { inflatedBound, inflateGzip, InflateError } from './inflate';
import type { InflateLimits } from './inflate';
import { parseLenientJson } from './lenient-json';
import { decompressLz } from './lz-text';
import { mediaType } from './media-type';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPES: readonly (string | undefined)[] = ['application/json', 'text/plain', undefined];
const HINTS: readonly string[] = ['', 'gzip', 'gzip-js', 'base64', 'lz64', 'lz-string'];

/** The maximum size of a flag request in any encoding: it is read on the event loop. */
export const MAX_FLAGS_BYTES = 2 * 1024 * 1024;
/** The limit for LZ-string, which is decoded bit by bit. A flag request has a few kilobytes. */
const MAX_LZ_BYTES = 64 * 1024;
/** The maximum number of JSON values in one flag request, at any depth; SDKs send a few hundred. */
const MAX_FLAGS_VALUES = 20_000;

/** Matches a numeric id, which is used as text exactly as it was written. */
const NUMERIC_ID = /("\$?distinct_id"\s*:\s*)(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?=\s*[,}])/gi;

/** The limits of a flag request. */
export interface FlagsLimits extends Pick<InflateLimits, 'maxRatio'> {
  /** Called with the number of bytes of an inflated body; may throw to reject it. */
  readonly charge?: (bytes: number) => void;
}

/**
 * Parses the body of a flag request (`docs/wire/flags.md#body`), whose rules differ from capture's: JSON is
 * lenient, invalid UTF-8 is replaced, a form holds base64 or LZ-string, an unknown `compression` is rejected.
 *
 * @throws FlagsError 400 | 413
 */
export function decodeFlagsBody(request: CaptureBody, limits: FlagsLimits): unknown {
  const type = mediaType(request.contentType);
  const hint = request.query.get('compression')?.toLowerCase() ?? '';
  if (!HINTS.includes(hint)) throw undecodableFlags('Unsupported compression type');
  const hintsGzip = hint.startsWith('gzip');
  if (type === FORM) {
    if (hintsGzip) {
      throw undecodableFlags('Gzip compression not supported for form-urlencoded data');
    }
    return parseForm(request, limits);
  }
  if (!JSON_TYPES.includes(type)) throw undecodableFlags(`unsupported content type: ${type ?? ''}`);
  if (hintsLz(request)) return parseBytes(lzBytes(request.body.toString('latin1'), limits));
  return parseBytes(inflated(request, hintsGzip, limits));
}

/** Whether the compression hint of the query, else of the header, is LZ-string. */
function hintsLz({ query, contentEncoding }: CaptureBody): boolean {
  const hint = query.get('compression');
  return compressionOf(hint === null || hint === '' ? contentEncoding : hint) === 'lz64';
}

function inflated(
  { body, contentEncoding }: CaptureBody,
  hinted: boolean,
  limits: FlagsLimits,
): Buffer {
  const isGzip =
    hinted ||
    contentEncoding?.toLowerCase().includes('gzip') === true ||
    (body[0] === 0x1f && body[1] === 0x8b);
  return isGzip
    ? expanded('gzip decompression', limits, () => inflateGzip(body, bounds(limits)))
    : body;
}

function lzBytes(text: string, limits: FlagsLimits): Buffer {
  if (text.length > MAX_LZ_BYTES) {
    throw new FlagsError(413, `Request body too large: an LZ body may have ${MAX_LZ_BYTES} bytes`);
  }
  return expanded('LZ decompression', limits, () =>
    Buffer.from(decompressLz(text, inflatedBound(text.length, bounds(limits))), 'utf8'),
  );
}

function bounds({ maxRatio }: FlagsLimits): InflateLimits {
  return { maxInflatedBytes: MAX_FLAGS_BYTES, maxRatio };
}

/** @throws FlagsError if the data cannot be decompressed, or is too large afterwards. */
function expanded(what: string, limits: FlagsLimits, expand: () => Buffer): Buffer {
  try {
    const bytes = expand();
    limits.charge?.(bytes.length);
    return bytes;
  } catch (error) {
    if (!(error instanceof InflateError)) throw error;
    if (error.reason === 'too_large') {
      throw new FlagsError(413, `Request body too large: ${error.message}`);
    }
    throw undecodableFlags(`${what} failed: ${error.message}`);
  }
}

type JsonReader = (text: string) => unknown;

function parseBytes(bytes: Buffer): unknown {
  const text = bytes.toString('utf8');
  if (/^\s*[[{]/.test(text)) return parse(text, parseLenientJson);
  return parseBase64(decodePercent(text).trim(), parseLenientJson) ?? parse(text, parseLenientJson);
}

/** Parses a form, whose JSON must be strict: `NaN` is rejected. */
function parseForm(request: CaptureBody, limits: FlagsLimits): unknown {
  const sent = request.body.toString('utf8');
  const hint = hintsLz(request) ? 'lz64' : compressionOf(readForm(sent).compression);
  if (hint === 'lz64') {
    const bytes = lzBytes(readForm(sent).data ?? '', limits);
    return parse(bytes.toString('utf8'), JSON.parse, 'invalid JSON structure');
  }
  const text = decodePercent(sent);
  const at = text.indexOf('data=');
  const data = at === -1 ? text : text.slice(at + 'data='.length);
  // Cuts off the fields after `data`. No base64 alphabet contains `&`.
  const base64 = data.split('&', 1)[0]?.trim() ?? '';
  const value = parseBase64(base64, JSON.parse, 'invalid JSON structure');
  if (value === undefined) throw undecodableFlags(`Base64 decoding error: ${badSymbol(base64)}`);
  return value;
}

/** PostHog's message for the first character that is not in the alphabet. */
function badSymbol(text: string): string {
  const bare = text.replaceAll(/\s/g, '');
  const offset = bare.search(/[^A-Za-z0-9+/_-]/);
  const symbol = Buffer.from(bare.slice(offset), 'utf8')[0];
  const offsetInBytes = Buffer.byteLength(bare.slice(0, offset));
  return symbol === undefined
    ? 'Invalid input length: 0'
    : `Invalid symbol ${symbol}, offset ${offsetInBytes}.`;
}

/**
 * Spaces are dropped; if the result is not JSON, the spaces were `+` before a form decoder replaced them.
 *
 * @returns undefined if the text is not base64.
 */
function parseBase64(text: string, read: JsonReader, fault?: string): unknown {
  const bare = decodeLooseBase64(text.replaceAll(/\s/g, ''));
  if (bare === undefined) return undefined;
  const blanks = text.includes(' ') ? decodeLooseBase64(text) : undefined;
  try {
    return parse(bare.toString('utf8'), read, fault);
  } catch (error) {
    if (blanks === undefined) throw error;
    return parse(blanks.toString('utf8'), read, fault);
  }
}

/** @param fault the message for a text that is not JSON */
function parse(text: string, read: JsonReader, fault = 'invalid JSON'): unknown {
  // The depth check reads its whole text. It reads a prefix first, and the rest only if there are few values.
  requireShallow(text.slice(0, 2 * MAX_FLAGS_VALUES));
  requireFewValues(text);
  requireShallow(text);
  try {
    const withIds = text.replace(NUMERIC_ID, '$1"$2"');
    const value = read(withIds);
    return repairJson(parseExactIntegers(withIds) ?? value);
  } catch {
    // The parser's own message quotes the input.
    throw undecodableFlags(fault);
  }
}

/** @throws FlagsError 400 */
function requireShallow(text: string): void {
  if (jsonDeeperThan(text, MAX_JSON_DEPTH)) throw undecodableFlags('JSON nested too deeply');
}

/** Counts the values before parsing; a short text cannot contain too many. @throws FlagsError 413 */
function requireFewValues(text: string): void {
  if (text.length / 2 + 1 <= MAX_FLAGS_VALUES) return;
  const limits = { maxValues: MAX_FLAGS_VALUES, maxEvents: MAX_FLAGS_VALUES };
  if (jsonSize(Buffer.from(text, 'utf8'), limits).values > MAX_FLAGS_VALUES) {
    throw new FlagsError(
      413,
      `Request body too large: a body may hold ${MAX_FLAGS_VALUES} JSON values`,
    );
  }
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The text has an invalid percent encoding; later steps report the resulting error.
    return text;
  }
}
