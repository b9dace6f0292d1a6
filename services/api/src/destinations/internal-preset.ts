import type { HogFunctionWrite } from '@tidemark/contracts';
import {
  filtersOfSource,
  findInternalTemplate,
  findTemplate,
  messageInputs,
} from '@tidemark/destinations';
import { invalid } from './destination-fields';

/**
 * A body of a new destination of internal events without a text: its text is `message`, which is a sentence for each
 * kind of event.
 */
function withMessages(body: HogFunctionWrite): HogFunctionWrite {
  const template = findTemplate(body.template_id ?? '');
  if (template === null || body.type !== 'internal_destination') return body;
  return { ...body, inputs: { ...messageInputs(template), ...body.inputs } };
}

/**
 * A body that names a template of an internal event (`template-slack-feature-flag-change`), as one that names the template
 * and states what the preset gives: type, filters and messages that the body leaves out
 * (`docs/wire/destinations.md#presets`). Any other body as it is, except for the text of a new destination.
 *
 * @throws ApiError 400 for a preset of another type
 */
export function withPreset(body: HogFunctionWrite, isNew: boolean): HogFunctionWrite {
  const preset = findInternalTemplate(body.template_id ?? '');
  if (preset === null) return isNew ? withMessages(body) : body;
  const { base, source, inputs } = preset;
  if (!isNew) return { ...body, template_id: base.id };
  if (body.type !== undefined && body.type !== 'internal_destination') {
    throw invalid('type', `The template ${preset.id} is for destinations of internal events.`);
  }
  const defaults = inputs
    .filter(({ secret, default: value }) => !secret && value !== undefined)
    .map(({ key, default: value }) => [key, { value }] as const);
  return {
    ...body,
    type: 'internal_destination',
    template_id: base.id,
    name: body.name ?? `${source.name}: ${base.name}`,
    inputs: { ...Object.fromEntries(defaults), ...body.inputs },
    filters: body.filters ?? filtersOfSource(source),
  };
}
