/** A part of a country (state, county, …). */
export interface Subdivision {
  /** ISO 3166-2 code without the country's part. */
  readonly code: string | null;
  readonly name: string | null;
}

/** The location of an address, as far as the database knows it; names are English. */
export interface GeoipLocation {
  readonly cityName: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly countryCode: string | null;
  readonly countryName: string | null;
  /** Two letters (`EU`, `NA`, …). */
  readonly continentCode: string | null;
  readonly continentName: string | null;
  readonly postalCode: string | null;
  /** In degrees. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** The radius around the coordinates, in kilometres. */
  readonly accuracyRadius: number | null;
  /** IANA name. */
  readonly timeZone: string | null;
  /** The largest first. */
  readonly subdivisions: readonly Subdivision[];
}

/** Finds the location of an address; null for an invalid address and for an unknown location. */
export type LocateIp = (ip: string) => GeoipLocation | null;
