/** A deleted person of a project, and what of its data goes. */
export interface ErasedPerson {
  readonly personId: string;
  /** Version of the tombstone, which removes older rows of the person; 0 keeps the person. */
  readonly version: number;
  readonly distinctIds: readonly string[];
  /** The version under which each id lost its person, in the same order: rows up to it go. */
  readonly distinctIdVersions: readonly number[];
  readonly withEvents: boolean;
  readonly withRecordings: boolean;
  /** Texts beside the ids by which a query may name the person. */
  readonly names: readonly string[];
  /** Events that were captured later are kept. */
  readonly requestedAt: Date;
}
