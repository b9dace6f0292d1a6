import { MAX_JSON_DEPTH, jsonDeeperThan, repairJson } from '@tidemark/domain';
import { decodeLooseBase64 } from './base64';
import type { CaptureBody, InflateLimits } from './decode-capture-body';
import { FlagsRefusal, undecodableFlags } from './flags-refusal';
import { inflateGzip, InflateError } from './inflate';
import { parseLenientJson } from './lenient-json';
import { mediaType } from './media-type';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPES: readonly (string | undefined)[] = ['application/json', 'text/plain', undefined];
/** Fewer than capture knows. */
const HINTS: readonly string[] = ['', 'gzip', 'gzip-js', 'base64'];

/** An id that is a number counts as its text, as it was written. */
const NUMERIC_ID = /("\$?distinct_id"\s*:\s*)(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?=\s*[,}])/gi;

/**
 * Parses the body of a flag request (`wire/flags.md` §1.3), whose rules differ from capture's: JSON is
 * lenient, invalid UTF-8 is replaced, a form is always base64, an unknown `compression` is refused.
 *
 * @throws FlagsRefusal 400 | 413
 */
export async function decodeFlagsBody(
  request: CaptureBody,
  limits: InflateLimits,
): Promise<unknown> {
  const type = mediaType(request.contentType);
  const hint = request.query.get('compression')?.toLowerCase() ?? '';
  if (!HINTS.includes(hint)) throw undecodableFlags('Unsupported compression type');
  const hintsGzip = hint.startsWith('gzip');
  if (type === FORM) {
    if (hintsGzip) {
      throw undecodableFlags('Gzip compression not supported for form-urlencoded data');
    }
    return parseForm(request.body);
  }
  if (!JSON_TYPES.includes(type)) throw undecodableFlags(`unsupported content type: ${type ?? ''}`);
  return parseBytes(await inflated(request, hintsGzip, limits));
}

async function inflated(
  { body, contentEncoding }: CaptureBody,
  hinted: boolean,
  limits: InflateLimits,
): Promise<Buffer> {
  const isGzip =
    hinted ||
    contentEncoding?.toLowerCase().includes('gzip') === true ||
    (body[0] === 0x1f && body[1] === 0x8b);
  if (!isGzip) return body;
  try {
    const inflatedBody = await inflateGzip(body, limits.maxInflatedBytes, limits.slots);
    limits.charge?.(inflatedBody.length);
    return inflatedBody;
  } catch (error) {
    if (!(error instanceof InflateError)) throw error;
    if (error.reason === 'too_large') {
      throw new FlagsRefusal(413, `Request body too large: ${error.message}`);
    }
    throw undecodableFlags(`gzip decompression failed: ${error.message}`);
  }
}

type JsonReader = (text: string) => unknown;

function parseBytes(bytes: Buffer): unknown {
  const text = bytes.toString('utf8');
  if (/^\s*[[{]/.test(text)) return parse(text, parseLenientJson);
  return parseBase64(decodePercent(text).trim(), parseLenientJson) ?? parse(text, parseLenientJson);
}

/** The form is read strictly. */
function parseForm(body: Buffer): unknown {
  const text = decodePercent(body.toString('utf8'));
  const at = text.indexOf('data=');
  const data = at === -1 ? text : text.slice(at + 'data='.length);
  // Fields after the data, if any; `&` is in no base64 alphabet.
  const value = parseBase64(data.split('&', 1)[0]?.trim() ?? '', JSON.parse);
  if (value === undefined) throw undecodableFlags('invalid base64 data');
  return value;
}

/**
 * Blanks are dropped; if that leaves no JSON they were `+` before somebody decoded a form.
 *
 * @returns undefined when the text is no base64.
 */
function parseBase64(text: string, read: JsonReader): unknown {
  const bare = decodeLooseBase64(text.replaceAll(/\s/g, ''));
  if (bare === undefined) return undefined;
  const blanks = text.includes(' ') ? decodeLooseBase64(text) : undefined;
  try {
    return parse(bare.toString('utf8'), read);
  } catch (error) {
    if (blanks === undefined) throw error;
    return parse(blanks.toString('utf8'), read);
  }
}

function parse(text: string, read: JsonReader): unknown {
  if (jsonDeeperThan(text, MAX_JSON_DEPTH)) throw undecodableFlags('JSON nested too deeply');
  try {
    return repairJson(read(text.replace(NUMERIC_ID, '$1"$2"')));
  } catch {
    // The parser's own message quotes the input.
    throw undecodableFlags('invalid JSON');
  }
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that encodes nothing; what it spoils is told later.
    return text;
  }
}
