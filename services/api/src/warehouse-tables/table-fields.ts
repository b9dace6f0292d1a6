import type { WarehouseTableCreate, WarehouseTableUpdate } from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type { WarehouseTable, WarehouseTableFields } from '@tidemark/postgres';
import type { Location } from '@tidemark/warehouse';
import { parseLocation, regionOf, sealCredential } from '@tidemark/warehouse';
import type { WarehouseRouteDeps } from './deps';
import { asFieldError } from './read-columns';

type Place = Pick<
  WarehouseTableFields,
  'source' | 'urlPattern' | 'options' | 'secrets' | 'secretsAt'
>;

const SOURCES = { directory: 'directory', s3: 's3', url: 'url' } as const;

/** The source of a new table, with its credential sealed. @throws ApiError 400 */
export function placeOf(
  deps: Pick<WarehouseRouteDeps, 'secrets' | 'now'>,
  id: string,
  body: Pick<WarehouseTableCreate, 'url_pattern' | 'credential' | 'options'>,
): Place {
  const { url_pattern: urlPattern, credential = null } = body;
  const options = { ...body.options };
  const location = locate(urlPattern, credential !== null, options);
  const sealed = credential === null ? null : seal(deps, id, credential);
  return {
    source: SOURCES[location.kind],
    urlPattern,
    options,
    secrets: sealed,
    secretsAt: sealed === null ? null : deps.now(),
  };
}

/**
 * The changes of a table's source by a PATCH; null if there are none. The credential is never sent to another address
 * unless the request contains it again.
 * @throws ApiError 400
 */
export function changedPlace(
  deps: Pick<WarehouseRouteDeps, 'secrets' | 'now'>,
  table: WarehouseTable,
  body: WarehouseTableUpdate,
): Place | null {
  const { url_pattern: urlPattern = table.urlPattern, credential } = body;
  const options = body.options === undefined ? table.options : { ...body.options };
  if (table.source === 'upload') {
    if (urlPattern !== table.urlPattern || (credential ?? null) !== null) {
      throw validationError(
        'invalid_input',
        'The table was made from an upload. Upload a new file instead.',
        'url_pattern',
      );
    }
    return body.options === undefined ? null : { ...keep(table), options };
  }
  if (body.url_pattern === undefined && credential === undefined && body.options === undefined) {
    return null;
  }
  if (credential !== undefined) {
    return placeOf(deps, table.id, { url_pattern: urlPattern, credential, options });
  }
  const hasCredential = table.secrets !== null;
  const location = locate(urlPattern, hasCredential, options);
  const former = locate(table.urlPattern, hasCredential, table.options);
  if (hasCredential && serverOf(location) !== serverOf(former)) {
    throw validationError(
      'required',
      'The table moves to another bucket: give its credential again.',
      'credential',
    );
  }
  return { ...keep(table), source: SOURCES[location.kind], urlPattern, options };
}

function keep({ source, urlPattern, options, secrets, secretsAt }: WarehouseTable): Place {
  return { source, urlPattern, options, secrets, secretsAt };
}

function locate(
  urlPattern: string,
  hasCredential: boolean,
  options: Readonly<Record<string, unknown>>,
): Location {
  try {
    return parseLocation(urlPattern, { hasCredential, region: regionOf(options) });
  } catch (error) {
    throw asFieldError(error, 'url_pattern');
  }
}

function serverOf(location: Location): string {
  if (location.kind !== 's3') return location.kind;
  const { endpoint, region, bucket } = location;
  return JSON.stringify([endpoint?.origin ?? null, region, bucket]);
}

function seal(
  { secrets }: Pick<WarehouseRouteDeps, 'secrets'>,
  id: string,
  credential: NonNullable<WarehouseTableCreate['credential']>,
): string {
  if (secrets === null) {
    throw validationError(
      'invalid_input',
      'This server has no key to store credentials with.',
      'credential',
    );
  }
  return sealCredential(secrets, id, credential);
}
