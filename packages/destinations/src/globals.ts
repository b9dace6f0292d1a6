/** An object with its URL in the console. */
interface Linked {
  readonly name: string;
  readonly url: string;
}

/** The variables of templates: an event, its person and groups, and the project. */
export interface DeliveryGlobals {
  readonly project: Linked & { readonly id: number };
  /** The destination. */
  readonly source: Linked;
  readonly event: {
    readonly uuid: string;
    readonly event: string;
    /** The same as `event`. */
    readonly name: string;
    readonly distinct_id: string;
    readonly timestamp: string;
    readonly elements_chain: string;
    readonly properties: Readonly<Record<string, unknown>>;
    readonly url: string;
  };
  readonly person: Linked & {
    readonly id: string;
    readonly distinct_id: string;
    readonly properties: Readonly<Record<string, unknown>>;
  };
  /** By group type. */
  readonly groups: Readonly<
    Record<
      string,
      {
        readonly id: string;
        readonly type: string;
        readonly index: number;
        /** The property `name`, otherwise the key. */
        readonly name: string;
        readonly url: string;
        readonly properties: Readonly<Record<string, unknown>>;
      }
    >
  >;
}
