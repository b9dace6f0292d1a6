import type { HogFunctionInputDeclaration } from '@tidemark/contracts';
import type { InternalSource } from '../internal-sources';
import { internalSources } from '../internal-sources';
import { MESSAGE_TEXT } from '../message';
import type { InputValues } from '../render-delivery';
import { destinationTemplates } from './index';
import type { DestinationTemplate } from './template';

/**
 * A template for an internal event, with its default message. Destinations that are created from it have the template
 * id of `base`.
 */
export interface InternalTemplate {
  readonly id: string;
  readonly base: DestinationTemplate;
  readonly source: InternalSource;
  /** The inputs of `base` with other defaults. */
  readonly inputs: readonly HogFunctionInputDeclaration[];
}

/** Whether a template can send internal events. The replicator cannot, because these are not events of visitors. */
export function sendsInternalEvents({ id }: DestinationTemplate): boolean {
  return id !== 'template-posthog-replicator';
}

/** Each template combined with each source. */
export const internalTemplates: readonly InternalTemplate[] = destinationTemplates
  .filter(sendsInternalEvents)
  .flatMap((base) =>
    internalSources.map((source) => ({
      id: `${base.id}-${source.id}`,
      base,
      source,
      inputs: base.inputs.map((declared) => withMessage(declared, source)),
    })),
  );

export function findInternalTemplate(id: string): InternalTemplate | null {
  return internalTemplates.find((template) => template.id === id) ?? null;
}

/** The inputs of a template that have its message, with the message of each kind of event. */
export function messageInputs({ inputs }: DestinationTemplate): InputValues {
  return Object.fromEntries(
    inputs.filter(hasMessage).map(({ key, type }) => {
      const value = type === 'json' ? { content: MESSAGE_TEXT } : MESSAGE_TEXT;
      return [key, { value }];
    }),
  );
}

function hasMessage({ key, required }: HogFunctionInputDeclaration): boolean {
  return required && ['text', 'content', 'subject'].includes(key);
}

function withMessage(
  declared: HogFunctionInputDeclaration,
  { name, text }: InternalSource,
): HogFunctionInputDeclaration {
  if (!hasMessage(declared)) return declared;
  if (declared.key === 'subject') return { ...declared, default: `${name}: {{ project.name }}` };
  return { ...declared, default: declared.type === 'json' ? { content: text } : text };
}
