import type { HogFunctionInputDeclaration } from '@tidemark/contracts';
import type { InternalSource } from '../internal-sources';
import { internalSources } from '../internal-sources';
import { destinationTemplates } from './index';
import type { DestinationTemplate } from './template';

/** A template with the message of a source; destinations that are made of it have the id of `base`. */
export interface InternalTemplate {
  readonly id: string;
  readonly base: DestinationTemplate;
  readonly source: InternalSource;
  /** Those of `base`, with other defaults. */
  readonly inputs: readonly HogFunctionInputDeclaration[];
}

/** A copy of an event goes to another instance: what happens in a project is no event of its visitors. */
export function sendsInternalEvents({ id }: DestinationTemplate): boolean {
  return id !== 'template-posthog-replicator';
}

/** Every template for every source. */
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

function withMessage(
  declared: HogFunctionInputDeclaration,
  { name, text }: InternalSource,
): HogFunctionInputDeclaration {
  switch (declared.key) {
    case 'text':
      return { ...declared, default: text };
    case 'content':
      return { ...declared, default: declared.type === 'json' ? { content: text } : text };
    case 'subject':
      return { ...declared, default: `${name}: {{ project.name }}` };
    default:
      return declared;
  }
}
