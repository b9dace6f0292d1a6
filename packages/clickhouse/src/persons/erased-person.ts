/** A deleted person of a project, and the data to remove. */
export interface ErasedPerson {
  readonly personId: string;
  /** Version of the tombstone, which removes older rows of the person; 0 keeps the person. */
  readonly version: number;
  readonly distinctIds: readonly string[];
  /** For each distinct id, the version with which it lost its person: rows up to this version are removed. */
  readonly distinctIdVersions: readonly number[];
  readonly withEvents: boolean;
  readonly withRecordings: boolean;
  /** Further texts by which a query may identify the person. */
  readonly names: readonly string[];
  /** Events that were captured later are kept. */
  readonly requestedAt: Date;
}
