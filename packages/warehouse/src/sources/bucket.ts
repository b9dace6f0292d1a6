import type { Readable } from 'node:stream';
import type { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import type { OutboundGuard } from '@tidemark/platform';
import { OutboundRejectedError } from '@tidemark/platform';
import { WarehouseSourceError } from '../errors';
import { MAX_FILES } from '../limits';
import { hasWildcard, matchesPath } from './glob';
import type { Location } from './location';
import type { ByteRange, Source, SourceFile } from './source';

export interface BucketCredential {
  readonly access_key: string;
  readonly access_secret: string;
}

const MAX_ATTEMPTS = 3;

/** Opens objects of an S3-compatible bucket. @throws WarehouseSourceError for an endpoint that is rejected */
export async function openBucket(
  location: Location & { readonly kind: 's3' },
  credential: BucketCredential,
  guard: OutboundGuard,
  signal: AbortSignal,
): Promise<Source> {
  const { endpoint, region, bucket, key } = location;
  // Loaded only when it is needed, because it is large and few projects use buckets.
  const sdk = await import('@aws-sdk/client-s3');
  checked(guard, endpoint ?? new URL(`https://${bucket}.s3.${region}.amazonaws.com`));
  const client = new sdk.S3Client({
    region,
    credentials: {
      accessKeyId: credential.access_key,
      secretAccessKey: credential.access_secret,
    },
    ...(endpoint !== null && { endpoint: endpoint.origin, forcePathStyle: true }),
    maxAttempts: MAX_ATTEMPTS,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      httpAgent: guard.httpAgent,
      httpsAgent: guard.httpsAgent,
      connectionTimeout: 10_000,
      requestTimeout: 120_000,
    },
  });

  const object = (name: string): SourceFile => ({
    name,
    size: () =>
      withSourceErrors(async () => {
        const head = await client.send(new sdk.HeadObjectCommand({ Bucket: bucket, Key: name }), {
          abortSignal: signal,
        });
        return head.ContentLength ?? 0;
      }),
    read: (range?: ByteRange) =>
      withSourceErrors(async () => {
        const response = await client.send(
          new sdk.GetObjectCommand({
            Bucket: bucket,
            Key: name,
            ...(range !== undefined && { Range: `bytes=${range.start}-${range.end - 1}` }),
          }),
          { abortSignal: signal },
        );
        if (response.Body === undefined)
          throw new WarehouseSourceError('The object has no content.');
        return response.Body as Readable;
      }),
  });

  return {
    async files() {
      if (!hasWildcard(key)) return [object(key)];
      const names = await withSourceErrors(() =>
        list(client, sdk.ListObjectsV2Command, bucket, key, signal),
      );
      if (names.length === 0) {
        throw new WarehouseSourceError('No object matches the URL pattern.');
      }
      return names.sort().map(object);
    },
    close: () => client.destroy(),
  };
}

async function list(
  client: S3Client,
  Command: typeof ListObjectsV2Command,
  bucket: string,
  pattern: string,
  signal: AbortSignal,
): Promise<string[]> {
  const prefix = pattern.replace(/[*?].*/s, '');
  const names: string[] = [];
  let token: string | undefined;
  do {
    const page = await client.send(
      new Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token }),
      { abortSignal: signal },
    );
    for (const { Key: name, Size: size } of page.Contents ?? []) {
      if (name !== undefined && size !== 0 && matchesPath(pattern, name)) names.push(name);
    }
    if (names.length > MAX_FILES) {
      throw new WarehouseSourceError(`The URL pattern matches more than ${MAX_FILES} objects.`);
    }
    token = page.NextContinuationToken;
  } while (token !== undefined);
  return names;
}

function checked(guard: OutboundGuard, url: URL): void {
  try {
    guard.check(url);
  } catch (error) {
    throw toSourceError(error);
  }
}

async function withSourceErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toSourceError(error);
  }
}

/** Converts an error to a message for users. The SDK's messages are not used, because they may contain the key id. */
function toSourceError(error: unknown): Error {
  if (error instanceof WarehouseSourceError) return error;
  if (error instanceof OutboundRejectedError) {
    return new WarehouseSourceError(error.message, { cause: error });
  }
  const { name, $metadata } = Object(error) as {
    readonly name?: unknown;
    readonly $metadata?: { readonly httpStatusCode?: unknown };
  };
  const word = typeof name === 'string' ? name.replace(/[^\w.]/g, '').slice(0, 60) : 'unknown';
  const status = $metadata?.httpStatusCode;
  if (typeof status === 'number' && status >= 300 && status < 500) {
    return new WarehouseSourceError(`The bucket rejected the request (${word}, ${status}).`, {
      cause: error,
    });
  }
  return new WarehouseSourceError(`The bucket could not be read (${word}).`, {
    cause: error,
    isTransient: true,
  });
}
