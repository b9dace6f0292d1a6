import type { InputValue, InputValues } from '@tidemark/destinations';
import { destinationOfAction, findTemplate } from '@tidemark/destinations';
import type { SealedBox } from '@tidemark/platform';
import type { DeliveryTarget, Destination, SlackAction } from '@tidemark/postgres';
import type { Receiver } from '../sending/sender';

/** The reason why nothing can be sent to a destination; shown to users. */
export class UnusableDestinationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnusableDestinationError';
  }
}

/** The receiver of a target. @throws UnusableDestinationError */
export function receiverOf(
  target: DeliveryTarget,
  deps: { readonly secrets: SealedBox | null; readonly hasLinks: boolean },
): Receiver {
  switch (target.kind) {
    case 'none':
      throw new UnusableDestinationError(target.reason);
    case 'action':
      return receiverOfAction(target.action, deps.hasLinks);
    case 'destination':
      return receiverOfDestination(target.destination, deps.secrets);
  }
}

/** @throws UnusableDestinationError for a template that this version does not have */
export function receiver(templateId: string, inputs: InputValues): Receiver {
  const template = findTemplate(templateId);
  if (template === null) {
    throw new UnusableDestinationError(`this server has no template ${templateId}`);
  }
  const secrets = template.inputs
    .filter(({ secret }) => secret)
    .map(({ key }) => inputs[key]?.value)
    .filter((value) => typeof value === 'string');
  return { template, inputs, secrets };
}

function receiverOfAction(action: SlackAction, hasLinks: boolean): Receiver {
  const { templateId, inputs } = destinationOfAction(action, action.webhook, hasLinks);
  const made = receiver(templateId, inputs);
  // The address of a webhook is a secret for every receiver.
  return { ...made, secrets: [...made.secrets, action.webhook] };
}

function receiverOfDestination(destination: Destination, box: SealedBox | null): Receiver {
  const { id, templateId, inputs, secretInputs } = destination;
  return receiver(templateId, {
    ...(inputs as Record<string, InputValue>),
    ...openSecrets(id, secretInputs, box),
  });
}

function openSecrets(id: string, sealed: string | null, box: SealedBox | null): InputValues {
  if (sealed === null) return {};
  if (box === null) {
    throw new UnusableDestinationError('this server has no key for the secrets of the destination');
  }
  try {
    return JSON.parse(box.open(sealed, id)) as InputValues;
  } catch {
    throw new UnusableDestinationError(
      'the secrets of the destination were encrypted with another key: set them again',
    );
  }
}
