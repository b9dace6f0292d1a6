import type { DeliveryRequest, DestinationTemplate, InputValues } from '@tidemark/destinations';
import type { DeliveryGlobals } from '@tidemark/destinations';
import {
  redactedRequest,
  redactedText,
  renderDelivery,
  TemplateProblem,
} from '@tidemark/destinations';
import type { OutboundGuard } from '@tidemark/platform';
import type { DeliveryAttempt } from '@tidemark/postgres';
import { sendHttp } from './send-http';
import type { MailSender } from './send-mail';
import type { SendResult } from './send-result';
import { failed } from './send-result';

/** Where events are sent and with which values. */
export interface Receiver {
  readonly template: DestinationTemplate;
  readonly inputs: InputValues;
  /** Values that no log may show. */
  readonly secrets: readonly string[];
}

/** An attempt and its consequences. */
export interface MadeAttempt {
  readonly attempt: DeliveryAttempt;
  readonly isFinal: boolean;
  readonly retryAfterMs: number | null;
  /** Whether the request was sent, so that a failure is one of the receiver. */
  readonly wasSent: boolean;
}

/** Renders and sends. */
export interface Sender {
  send(
    receiver: Receiver,
    delivery: { readonly id: string; readonly globals: DeliveryGlobals },
  ): Promise<MadeAttempt>;
  /** Renders and sends nothing. */
  preview(
    receiver: Receiver,
    delivery: { readonly id: string; readonly globals: DeliveryGlobals },
  ): MadeAttempt;
}

export function createSender(deps: {
  readonly guard: OutboundGuard;
  readonly mail: MailSender;
  readonly timeoutMs: number;
  readonly now: () => Date;
}): Sender {
  const { guard, mail, timeoutMs, now } = deps;
  type Given = Parameters<Sender['send']>[1];

  const rendered = (receiver: Receiver, given: Given, timestamp: Date): DeliveryRequest =>
    renderDelivery(receiver.template, receiver.inputs, { ...given, timestamp });
  const made = (
    { secrets }: Receiver,
    startedAt: Date,
    request: DeliveryRequest | null,
    result: SendResult,
  ): MadeAttempt => ({
    attempt: {
      startedAt,
      durationMs: now().getTime() - startedAt.getTime(),
      isSuccess: result.isSuccess,
      status: result.status,
      request: request === null ? null : redactedRequest(request, secrets),
      response: loggedText(result.response, secrets),
      error: loggedText(result.error, secrets),
    },
    isFinal: result.isFinal,
    retryAfterMs: result.retryAfterMs,
    wasSent: request !== null,
  });
  const problemOf = (receiver: Receiver, startedAt: Date, error: unknown): MadeAttempt => {
    if (!(error instanceof TemplateProblem)) throw error;
    const place = error.input === null ? '' : `${error.input}: `;
    return made(receiver, startedAt, null, failed(`${place}${error.message}`, true));
  };

  return {
    async send(receiver, given) {
      const startedAt = now();
      let request: DeliveryRequest;
      try {
        request = rendered(receiver, given, startedAt);
      } catch (error) {
        return problemOf(receiver, startedAt, error);
      }
      const result =
        request.kind === 'mail'
          ? await mail.send(request)
          : await sendHttp(request, guard, timeoutMs);
      return made(receiver, startedAt, request, result);
    },

    preview(receiver, given) {
      const startedAt = now();
      try {
        const request = rendered(receiver, given, startedAt);
        return made(receiver, startedAt, request, { ...failed(''), isSuccess: true, error: null });
      } catch (error) {
        return problemOf(receiver, startedAt, error);
      }
    },
  };
}

/** Removes secrets, and NUL, which Postgres accepts in no text. */
function loggedText(text: string | null, secrets: readonly string[]): string | null {
  return text === null ? null : redactedText(text, secrets).replaceAll('\0', '\uFFFD');
}
