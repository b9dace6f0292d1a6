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
  /** Null: no directory is configured. */
  readonly rootDir: string | null;
  readonly guard: OutboundGuard;
  /** Whether plain HTTP is allowed, for servers in private networks. */
  readonly allowHttp: boolean;
}

/** The location of the files of a table that is not an upload. */
export interface SourceReference {
  readonly projectId: number;
  readonly urlPattern: string;
  readonly credential: BucketCredential | null;
  readonly region?: string | undefined;
}

/** @throws WarehouseSourceError if this server does not allow the location */
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
