import { readFileSync } from 'node:fs';
import type { Logger } from '@tidemark/platform';
import { Reader } from 'maxmind';
import type { CityResponse } from 'maxmind';
import type { Address } from './address';

export interface GeoipDatabase {
  /** The record of an address, in the format of the file; null if there is none. Never throws. */
  find(address: Address): unknown;
}

/**
 * A database file that is read into memory at the first look-up, because it takes its whole size in memory and many
 * processes never use it, or only one address family. The records of the file are not cached.
 */
export function createDatabase(path: string, logger: Logger): GeoipDatabase {
  let reader: Reader<CityResponse> | null | undefined;
  let reported = false;

  const load = (): Reader<CityResponse> | null => {
    try {
      return new Reader<CityResponse>(readFileSync(path));
    } catch (error) {
      logger.error(
        { err: error, path },
        'the GeoIP database cannot be read: events get no location',
      );
      return null;
    }
  };

  return {
    find: ({ family, text }) => {
      if (reader === undefined) reader = load();
      // A database of IPv4 addresses returns wrong records for IPv6 addresses.
      if (reader === null || (family === 6 && reader.metadata.ipVersion === 4)) return null;
      try {
        return reader.get(text);
      } catch (error) {
        if (!reported)
          logger.warn({ err: error, path }, 'a record of the GeoIP database cannot be read');
        reported = true;
        return null;
      }
    },
  };
}
