import { MAX_JSON_DEPTH, jsonDeeperThan, quoteLongIds, repairJson } from '@tidemark/domain';
import { decodeLooseBase64 } from './base64';
import type { CaptureBody, InflateLimits } from './decode-capture-body';
import { compressionOf } from './compression';
import { FlagsRefusal, undecodableFlags } from './flags-refusal';
import { inflateGzip, InflateError } from './inflate';
import { parseLenientJson } from './lenient-json';
import { mediaType } from './media-type';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPES: readonly (string | undefined)[] = ['application/json', 'text/plain', undefined];

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
  const named = request.query.get('compression');
  const hint = compressionOf(named);
  if (named !== null && named !== '' && (hint === undefined || hint === 'lz64')) {
    throw undecodableFlags('Unsupported compression type');
  }
  if (type === FORM) {
    if (hint === 'gzip') {
      throw undecodableFlags('Gzip compression not supported for form-urlencoded data');
    }
    return parseForm(request.body);
  }
  if (!JSON_TYPES.includes(type)) throw undecodableFlags(`unsupported content type: ${type ?? ''}`);
  return parseBytes(await inflated(request, hint === 'gzip', limits));
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

function parseBytes(bytes: Buffer): unknown {
  const text = bytes.toString('utf8');
  if (/^\s*[[{]/.test(text)) return parse(text);
  const decoded = decodeLooseBase64(decodePercent(text).trim());
  return parse(decoded === undefined ? text : decoded.toString('utf8'));
}

function parseForm(body: Buffer): unknown {
  const text = decodePercent(body.toString('utf8'));
  const at = text.indexOf('data=');
  const data = at === -1 ? text : text.slice(at + 'data='.length);
  // Fields after the data, if any; `&` is in no base64 alphabet.
  const decoded = decodeLooseBase64(data.split('&', 1)[0]?.trim() ?? '');
  if (decoded === undefined) throw undecodableFlags('invalid base64 data');
  return parse(decoded.toString('utf8'));
}

function parse(text: string): unknown {
  if (jsonDeeperThan(text, MAX_JSON_DEPTH)) throw undecodableFlags('JSON nested too deeply');
  try {
    return repairJson(parseLenientJson(quoteLongIds(text)));
  } catch {
    throw undecodableFlags('invalid JSON');
  }
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
