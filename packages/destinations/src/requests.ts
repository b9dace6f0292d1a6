/** One HTTP request of a delivery. */
export interface HttpDelivery {
  readonly kind: 'http';
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined if there is no body. */
  readonly body: string | undefined;
}

/** One e-mail of a delivery. */
export interface MailDelivery {
  readonly kind: 'mail';
  /** The id of the message, which is the same in each repetition. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  /** Images that the HTML contains as `cid:` and their id. */
  readonly pictures?: readonly { readonly cid: string; readonly png: Buffer }[];
  readonly headers?: Readonly<Record<string, string>>;
}

export type DeliveryRequest = HttpDelivery | MailDelivery;
