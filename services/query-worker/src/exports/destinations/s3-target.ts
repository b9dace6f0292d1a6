import type { S3ClientConfig } from '@aws-sdk/client-s3';
import { S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { S3Config } from '@tidemark/contracts';
import type { OutboundGuard } from '@tidemark/platform';
import { createOutboundGuard } from '@tidemark/platform';
import { ExportRejectedError } from '../errors';
import type { RunFiles } from '../files/file-names';
import { toDestinationError } from './s3-errors';
import type { ExportTarget } from './target';

/** Which endpoints the operator allows. */
export interface EndpointPolicy {
  readonly allowPrivateEndpoints: boolean;
  readonly allowHttpEndpoints: boolean;
}

/**
 * The size of a part of a multipart upload. Parts are in memory while they are sent, so this limits both memory and
 * the file (80 GB).
 */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;
const MAX_ATTEMPTS = 4;

/**
 * Writes objects to a bucket. A multipart upload is invisible until it is completed; a failed one is aborted.
 * @param allowPrivate whether the operator allows endpoints in private networks
 * @throws ExportRejectedError for an endpoint with a private address
 */
export function openS3Target(
  config: S3Config,
  files: RunFiles,
  policy: EndpointPolicy,
): ExportTarget {
  requireTls(config, policy);
  const guard = createOutboundGuard({ allowPrivate: policy.allowPrivateEndpoints });
  const client = new S3Client(clientConfig(config, guard));
  const keyOf = (name: string): string =>
    files.directory === '' ? name : `${files.directory}/${name}`;
  return {
    pathOf: keyOf,

    async write(name, body, signal) {
      const upload = new Upload({
        client,
        queueSize: PARTS_AT_ONCE,
        partSize: PART_BYTES,
        params: {
          Bucket: config.bucket_name,
          Key: keyOf(name),
          Body: body,
          ...(config.encryption === null ? {} : { ServerSideEncryption: config.encryption }),
          ...(config.kms_key_id === null ? {} : { SSEKMSKeyId: config.kms_key_id }),
        },
      });
      const abort = (): void => void upload.abort();
      signal.addEventListener('abort', abort, { once: true });
      try {
        await upload.done();
      } catch (error) {
        // The error of the source, if that failed and not the bucket.
        throw body.errored ?? toDestinationError(error);
      } finally {
        signal.removeEventListener('abort', abort);
        body.destroy();
      }
    },

    // Incomplete uploads of a killed worker are invisible; a lifecycle rule of the bucket removes them.
    removeLeftovers: () => Promise.resolve(),

    close: () => client.destroy(),
  };
}

/** Configurations that were stored before this rule are checked, too. @throws ExportRejectedError */
function requireTls({ endpoint_url: endpoint }: S3Config, { allowHttpEndpoints }: EndpointPolicy) {
  if (allowHttpEndpoints || endpoint === null || endpoint.startsWith('https://')) return;
  throw new ExportRejectedError(
    'The endpoint must begin with https://. EXPORT_ALLOW_HTTP_ENDPOINTS=1 allows endpoints without TLS.',
  );
}

function clientConfig(config: S3Config, guard: OutboundGuard): S3ClientConfig {
  const { endpoint_url: endpoint } = config;
  if (endpoint !== null) checkEndpoint(endpoint, guard);
  return {
    region: config.region,
    // Always passes the user's credentials: without them, the SDK would use those of the server.
    credentials: {
      accessKeyId: config.aws_access_key_id,
      secretAccessKey: config.aws_secret_access_key,
    },
    ...(endpoint === null
      ? {}
      : { endpoint, forcePathStyle: !config.use_virtual_style_addressing }),
    maxAttempts: MAX_ATTEMPTS,
    // Many compatible stores do not support the default checksums of the SDK.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      httpAgent: guard.httpAgent,
      httpsAgent: guard.httpsAgent,
      connectionTimeout: 10_000,
      requestTimeout: 120_000,
    },
  };
}

function checkEndpoint(endpoint: string, guard: OutboundGuard): void {
  try {
    guard.check(new URL(endpoint));
  } catch (error) {
    throw toDestinationError(error);
  }
}
