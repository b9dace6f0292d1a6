import type { OutboundGuard } from '@tidemark/platform';
import { WarehouseSourceError } from '../errors';
import type { BucketCredential } from './bucket';
import { openBucket } from './bucket';
import { openDirectory } from './directory';
import { parseLocation } from './location';
import type { Source } from './source';
import { openWebFile } from './web-file';

/** The sources that the operator allows. */
export interface SourcePolicy {
  /** Null = no directory is set aside. */
  readonly rootDir: string | null;
  readonly guard: OutboundGuard;
  /** Plain HTTP, for servers in private networks. */
  readonly allowHttp: boolean;
}

/** Where a table that is no upload has its files. */
export interface SourceReference {
  readonly projectId: number;
  readonly urlPattern: string;
  readonly credential: BucketCredential | null;
  readonly region?: string | undefined;
}

/** @throws WarehouseSourceError for what cannot be read here */
export async function openSource(
  { projectId, urlPattern, credential, region }: SourceReference,
  policy: SourcePolicy,
  signal: AbortSignal,
): Promise<Source> {
  const location = parseLocation(urlPattern, { hasCredential: credential !== null, region });
  switch (location.kind) {
    case 'directory':
      if (policy.rootDir === null) {
        throw new WarehouseSourceError('This server has no directory for tables (WAREHOUSE_ROOT).');
      }
      return openDirectory(policy.rootDir, projectId, location.segments);
    case 's3':
      if (credential === null) throw new WarehouseSourceError('The bucket needs a credential.');
      if (location.endpoint?.protocol === 'http:' && !policy.allowHttp) {
        throw new WarehouseSourceError('Only https URLs are read.');
      }
      return openBucket(location, credential, policy.guard, signal);
    case 'url':
      return openWebFile(location.url, policy.guard, { allowHttp: policy.allowHttp, signal });
  }
}
