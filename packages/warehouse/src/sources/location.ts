import { WarehouseSourceError } from '../errors';
import { hasWildcard } from './glob';

/** The location of a table's files, parsed from its URL pattern. */
export type Location =
  | { readonly kind: 'directory'; readonly segments: readonly string[] }
  | {
      readonly kind: 's3';
      /** Null: Amazon's endpoint. */
      readonly endpoint: URL | null;
      readonly region: string;
      readonly bucket: string;
      readonly key: string;
    }
  | { readonly kind: 'url'; readonly url: URL };

const DEFAULT_REGION = 'us-east-1';
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Amazon's host names: the bucket and the region, if the name contains them. */
const AMAZON = /^(?:(.+)\.)?s3(?:[.-](?:dualstack\.)?([a-z0-9-]+))?\.amazonaws\.com(?:\.cn)?$/;

/**
 * Parses a URL pattern. `file:///name.csv` is a file in the project's own directory; `s3://bucket/key`, and `https`
 * URLs with a credential, are objects of buckets; other `https` URLs are one file. Wildcards are only allowed in
 * directories and buckets.
 * @throws WarehouseSourceError for other patterns
 */
export function parseLocation(
  urlPattern: string,
  given: { readonly hasCredential: boolean; readonly region?: string | undefined },
): Location {
  if (/\p{Cc}|\\/u.test(urlPattern)) throw rejected('has characters that no URL should have');
  if (urlPattern.startsWith('file://')) return directory(urlPattern.slice('file://'.length));
  if (urlPattern.startsWith('s3://')) return s3Url(urlPattern, given);
  if (!/^https?:\/\//.test(urlPattern)) {
    throw rejected('must begin with https://, s3:// or file://');
  }
  // A question mark is a wildcard in a bucket; in other URLs it begins the query string.
  const text = given.hasCredential ? urlPattern.replaceAll('?', '%3F') : urlPattern;
  if (!URL.canParse(text)) throw rejected('is not a valid URL');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    throw rejected('must have no user name or password in it');
  }
  if (given.hasCredential) return bucketUrl(url, given.region);
  if (hasWildcard(url.pathname)) {
    throw rejected('may have wildcards only with the credential of a bucket');
  }
  url.hash = '';
  return { kind: 'url', url };
}

function directory(path: string): Location {
  const segments = path.split('/').filter((segment) => segment !== '');
  if (segments.length === 0 || segments.some((segment) => segment === '.' || segment === '..')) {
    throw rejected('must name a file below the directory, without the segments "." and ".."');
  }
  return { kind: 'directory', segments };
}

function s3Url(
  pattern: string,
  {
    hasCredential,
    region,
  }: { readonly hasCredential: boolean; readonly region?: string | undefined },
): Location {
  if (!hasCredential) throw rejected('needs a credential');
  const [bucket = '', ...key] = pattern.slice('s3://'.length).split('/');
  return s3(null, region, bucket, key.join('/'));
}

function bucketUrl(url: URL, region: string | undefined): Location {
  const path = decodePath(url.pathname.slice(1));
  const [first = '', ...rest] = path.split('/');
  const amazon = AMAZON.exec(url.hostname);
  if (amazon === null) return s3(new URL(url.origin), region, first, rest.join('/'));
  const [, bucket, hostRegion] = amazon;
  const found = hostRegion ?? region;
  return bucket === undefined
    ? s3(null, found, first, rest.join('/'))
    : s3(null, found, bucket, path);
}

function s3(
  endpoint: URL | null,
  region: string | undefined,
  bucket: string,
  key: string,
): Location {
  if (!BUCKET.test(bucket)) throw rejected('names no bucket');
  if (key === '') throw rejected('names no object in the bucket');
  return { kind: 's3', endpoint, region: region || DEFAULT_REGION, bucket, key };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw rejected('is not a valid URL');
  }
}

function rejected(what: string): WarehouseSourceError {
  return new WarehouseSourceError(`The URL pattern ${what}.`);
}
