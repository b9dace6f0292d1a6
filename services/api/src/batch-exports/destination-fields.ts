import type { ExportDestination } from '@tidemark/contracts';
import { destinationSchema, secretFields } from '@tidemark/contracts';
import type { ApiError, SealedBox } from '@tidemark/platform';
import { isPrivateHost, toValidationError, validationError } from '@tidemark/platform';
import type { BatchExport } from '@tidemark/postgres';
import { z } from 'zod';

export interface DestinationPolicy {
  /** Null = the operator set no key, so no credentials are taken in. */
  readonly secrets: SealedBox | null;
  readonly allowPrivateEndpoints: boolean;
  /** Whether credentials and rows may go over a connection without TLS. */
  readonly allowHttpEndpoints: boolean;
  readonly hasFileDestination: boolean;
}

/** Splits a destination into what is shown and what is sealed. @throws ApiError 400 */
export function storedDestination(
  destination: ExportDestination,
  exportId: string,
  policy: DestinationPolicy,
): BatchExport['destination'] {
  rejectUnusable(destination, policy);
  const entries = Object.entries(destination.config);
  const isSecret = ([field]: [string, unknown]): boolean => secretFields.includes(field);
  const secret = Object.fromEntries(entries.filter(isSecret));
  const config = Object.fromEntries(entries.filter((entry) => !isSecret(entry)));
  const secrets =
    policy.secrets === null || Object.keys(secret).length === 0
      ? null
      : policy.secrets.seal(JSON.stringify(secret), exportId);
  return { type: destination.type, config, secrets };
}

/**
 * A destination after a PATCH: fields that are not given stay, secrets too. The credentials never go to
 * another endpoint than the one they were given for, unless they are given again.
 *
 * @throws ApiError 400
 */
export function changedDestination(
  current: BatchExport,
  change: { readonly type?: 'S3' | 'File' | undefined; readonly config: Record<string, unknown> },
  policy: DestinationPolicy,
): BatchExport['destination'] {
  const { type, config, secrets } = current.destination;
  if (change.type !== undefined && change.type !== type) {
    throw validationError('invalid_input', 'The type cannot be changed.', 'destination__type');
  }
  const merged = { ...config, ...change.config };
  const movesEndpoint = ['endpoint_url', 'region', 'bucket_name'].some(
    (field) => merged[field] !== config[field],
  );
  const stored = movesEndpoint ? {} : openSecrets(current.id, secrets, policy);
  const parsed = z
    .object({ destination: destinationSchema })
    .safeParse({ destination: { type, config: { ...stored, ...merged } } }, { reportInput: true });
  if (!parsed.success) throw toValidationError(parsed.error);
  return storedDestination(parsed.data.destination, current.id, policy);
}

function openSecrets(
  exportId: string,
  sealed: string | null,
  { secrets }: DestinationPolicy,
): object {
  if (sealed === null || secrets === null) return {};
  try {
    return Object(JSON.parse(secrets.open(sealed, exportId))) as object;
  } catch {
    // Sealed with a key that this server no longer has: the validation says what must be given again.
    return {};
  }
}

function rejectUnusable({ type, config }: ExportDestination, policy: DestinationPolicy): void {
  if (type === 'File') {
    if (!policy.hasFileDestination) {
      throw rejected('This server has no directory for exports.', 'destination__type');
    }
    return;
  }
  if (policy.secrets === null) {
    throw rejected('This server has no key to store credentials with.', 'destination__type');
  }
  const { endpoint_url: endpoint } = config;
  if (endpoint === null) return;
  const { protocol, hostname, username, password, search, hash } = new URL(endpoint);
  if (username !== '' || password !== '' || search !== '' || hash !== '') {
    throw rejected(
      'The endpoint must have no credentials, query or fragment.',
      'destination__config__endpoint_url',
    );
  }
  if (!policy.allowHttpEndpoints && protocol !== 'https:') {
    throw rejected(
      'The endpoint must begin with https://. EXPORT_ALLOW_HTTP_ENDPOINTS=1 allows endpoints without TLS.',
      'destination__config__endpoint_url',
    );
  }
  if (!policy.allowPrivateEndpoints && isPrivateHost(hostname)) {
    throw rejected(
      'The endpoint is a private address, which this server does not connect to.',
      'destination__config__endpoint_url',
    );
  }
}

function rejected(detail: string, attr: string): ApiError {
  return validationError('invalid_input', detail, attr);
}
