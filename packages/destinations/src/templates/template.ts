import type { HogFunctionInputDeclaration } from '@tidemark/contracts';
import type { DeliveryGlobals } from '../globals';
import type { EscapeText } from '../rendering/placeholders';
import type { DeliveryRequest } from '../requests';

/** The data from which a template makes a request. */
export interface RenderedDelivery {
  /** The id of the delivery, which is the same in each repetition. */
  readonly id: string;
  /** The time of the attempt. */
  readonly timestamp: Date;
  /** Rendered and validated. */
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly globals: DeliveryGlobals;
}

/** A type of destination. */
export interface DestinationTemplate {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly iconUrl: string;
  /** The source in PostHog's language Hog, for display; it is never run. */
  readonly hog: string;
  /**
   * SHA-256 of the source of PostHog's template with this id, without white space, of each of its versions, because
   * clients may send a copy of that source.
   */
  readonly posthogSources?: readonly string[];
  readonly inputs: readonly HogFunctionInputDeclaration[];
  /** How values are escaped in the texts of an input. */
  readonly escape: (input: string) => EscapeText;
  /** Why the value of an input cannot be used, other than its type; null if it can. */
  readonly problemOf?: (input: string, value: unknown) => string | null;
  readonly request: (delivery: RenderedDelivery) => DeliveryRequest;
}

export const asIs: EscapeText = (text) => text;

/** Makes a text of one line, because text after a line break would become another header. */
export const forLine: EscapeText = (text) => text.replace(/\p{Cc}+/gu, ' ');

/** A request with a JSON body. */
export function jsonRequest(
  { id, timestamp }: RenderedDelivery,
  url: unknown,
  body: unknown,
): DeliveryRequest {
  return {
    kind: 'http',
    method: 'POST',
    url: String(url),
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(timestamp.getTime() / 1000)),
    },
    body: JSON.stringify(body),
  };
}
