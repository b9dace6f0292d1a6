/** A part of a country (state, county, …). */
export interface Subdivision {
  /** ISO 3166-2 without the country. */
  readonly code: string | null;
  readonly name: string | null;
}

/** Where an address is, as far as a database knows; names are English. */
export interface GeoipLocation {
  readonly cityName: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly countryCode: string | null;
  readonly countryName: string | null;
  /** Two letters (`EU`, `NA`, …). */
  readonly continentCode: string | null;
  readonly continentName: string | null;
  readonly postalCode: string | null;
  /** Degrees. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Kilometres around the coordinates. */
  readonly accuracyRadius: number | null;
  /** IANA name. */
  readonly timeZone: string | null;
  /** Largest first. */
  readonly subdivisions: readonly Subdivision[];
}

/** Finds where an address is; null for text that is no address and for unknown places. */
export type LocateIp = (ip: string) => GeoipLocation | null;
