import type { GeoipLocation } from '@tidemark/domain';
import type { Logger } from '@tidemark/platform';
import { ConfigError } from '@tidemark/platform';
import { LRUCache } from 'lru-cache';
import { readAddress } from './address';
import { bundledFiles } from './bundled-files';
import { findFileProblem } from './check-file';
import { completeLocation } from './complete-location';
import { createDatabase } from './database';
import { readRecord } from './read-record';

/** How many addresses are kept with their locations: a visitor sends many events. About 5 MB. */
const KNOWN_ADDRESSES = 10_000;
/** Longer text is not kept, because it is no address. */
const LONGEST_ADDRESS = 64;

export interface GeoipLookup {
  /**
   * The location of an IPv4 or IPv6 address; null for an invalid address, and for addresses that the database does
   * not contain (including loopback and private ones). Never throws.
   */
  lookup(ip: string): GeoipLocation | null;
}

export interface GeoipOptions {
  /** The path of a city database in MaxMind's format (GEOIP_MMDB_PATH); unset: the bundled one. */
  readonly path?: string | undefined;
  readonly logger: Logger;
}

/**
 * Opens the GeoIP database; a file is read at the first look-up that needs it.
 * @returns null if no path is given and the bundled database is not installed
 * @throws ConfigError if the file is missing or not a database
 */
export async function openGeoip({ path, logger }: GeoipOptions): Promise<GeoipLookup | null> {
  const files = path === undefined ? bundledFiles() : { 4: path, 6: path };
  if (files === null) {
    logger.info('no GeoIP database: events get no location');
    return null;
  }
  for (const file of new Set([files[4], files[6]])) {
    const problem = await findFileProblem(file);
    if (problem !== null) {
      throw new ConfigError(`Invalid configuration: GEOIP_MMDB_PATH: ${problem}`);
    }
  }
  const ipv4 = createDatabase(files[4], logger);
  const ipv6 = files[6] === files[4] ? ipv4 : createDatabase(files[6], logger);
  const find = (ip: string): GeoipLocation | null => {
    const address = readAddress(ip);
    if (address === null) return null;
    const record = (address.family === 4 ? ipv4 : ipv6).find(address);
    return record === null ? null : completeLocation(readRecord(record));
  };
  const known = new LRUCache<string, { readonly location: GeoipLocation | null }>({
    max: KNOWN_ADDRESSES,
  });
  return {
    lookup: (ip) => {
      const before = known.get(ip);
      if (before !== undefined) return before.location;
      const location = find(ip);
      if (ip.length <= LONGEST_ADDRESS) known.set(ip, { location });
      return location;
    },
  };
}
