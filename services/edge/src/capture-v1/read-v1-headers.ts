import type { IncomingHttpHeaders } from 'node:http';
import { CaptureError, CaptureV1Error, checkProjectToken, parseRfc3339 } from '@tidemark/domain';
import { mediaType } from '../body/media-type';
import { readEncoding } from '../body/content-encoding';
import type { V1Encoding } from '../body/content-encoding';
import { isUuidText } from './request-id';

/** The values in the headers of a V1 request. */
export interface V1Headers {
  /** A token in a valid format; whether a project has it is not checked yet. */
  readonly token: string;
  /** The client's clock at sending, ms since the epoch. */
  readonly requestTimestamp: number;
  readonly sdkInfo: string;
  readonly encoding: V1Encoding;
}

const REQUIRED = [
  'posthog-sdk-info',
  'posthog-attempt',
  'posthog-request-id',
  'posthog-request-timestamp',
  'content-type',
  'user-agent',
] as const;

/**
 * Checks the headers of `docs/wire/capture.md#v1-headers`: the presence of the credential first, then the others.
 *
 * @throws CaptureV1Error 400 | 401 | 415
 */
export function readV1Headers(headers: IncomingHttpHeaders): V1Headers {
  if (headers.authorization === undefined) {
    throw new CaptureV1Error('missing_authorization', 'The Authorization header is missing.');
  }
  const missing = REQUIRED.filter((name) => headers[name] === undefined);
  if (missing.length > 0) {
    throw new CaptureV1Error(
      'missing_required_headers',
      `Required headers are missing: ${missing.join(', ')}.`,
    );
  }
  const token = bearerToken(headers.authorization);
  if (mediaType(headers['content-type']) !== 'application/json') {
    throw new CaptureV1Error('unsupported_content_type', 'Content-Type must be application/json.');
  }
  const encoding = readEncoding(headers['content-encoding']);
  if (!isUuidText(header(headers, 'posthog-request-id'))) {
    throw invalid('PostHog-Request-Id must be a UUID.');
  }
  if (!/^0*[1-9]\d{0,9}$/.test(header(headers, 'posthog-attempt'))) {
    throw invalid('PostHog-Attempt must be a positive integer.');
  }
  const requestTimestamp = parseRfc3339(header(headers, 'posthog-request-timestamp'));
  if (requestTimestamp === undefined) {
    throw invalid('PostHog-Request-Timestamp must be an RFC 3339 time.');
  }
  return { token, requestTimestamp, sdkInfo: header(headers, 'posthog-sdk-info'), encoding };
}

function bearerToken(authorization: string): string {
  const token = /^bearer(?:\s(.*))?$/i.exec(authorization);
  if (token === null) throw invalid('Authorization must use the Bearer scheme.');
  try {
    return checkProjectToken((token[1] ?? '').trimStart());
  } catch (error) {
    if (error instanceof CaptureError) throw invalidApiToken();
    throw error;
  }
}

/** The response to a token that is malformed or belongs to no project. */
export function invalidApiToken(): CaptureV1Error {
  return new CaptureV1Error('invalid_api_token', 'The provided API token is not valid.');
}

/** Reads a header. Node.js joins repeated header lines, and the checks above reject such a value. */
function header(headers: IncomingHttpHeaders, name: (typeof REQUIRED)[number]): string {
  return String(headers[name] ?? '');
}

function invalid(description: string): CaptureV1Error {
  return new CaptureV1Error('invalid_header_value', description);
}
