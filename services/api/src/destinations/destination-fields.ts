import type { DestinationType, HogFunctionFilters, HogFunctionWrite } from '@tidemark/contracts';
import type { DestinationTemplate, InputValue, InputValues } from '@tidemark/destinations';
import {
  findTemplate,
  isSourceOf,
  problemOfInputs,
  sendsInternalEvents,
} from '@tidemark/destinations';
import type { ApiError, SealedBox } from '@tidemark/platform';
import { validationError } from '@tidemark/platform';
import type { Destination, DestinationFields } from '@tidemark/postgres';

/** The fields of a destination before any were set. */
type Before = Pick<
  Destination,
  'templateId' | 'inputs' | 'secretInputs' | 'iconUrl' | 'id' | 'type'
>;

/** The type that a body names, or the stored one. @throws ApiError 400 for a change of it, with PostHog's message */
export function typeOf(
  body: HogFunctionWrite,
  before: Pick<Before, 'type'> | null,
): DestinationType {
  if (before !== null && body.type !== undefined && body.type !== before.type) {
    throw invalid('type', 'Cannot modify the type of an existing function');
  }
  return before?.type ?? body.type ?? 'destination';
}

/** The template that a body names, or the stored one. @throws ApiError 400 */
function templateFor(body: HogFunctionWrite, before: Before | null): DestinationTemplate {
  const id = body.template_id ?? before?.templateId;
  if (id === undefined) {
    throw invalid(
      'template_id',
      'A destination is made from a template, such as template-webhook.',
    );
  }
  const template = findTemplate(id);
  if (template === null) {
    throw invalid('template_id', `No template found for id '${id.slice(0, 100)}'.`);
  }
  if (before !== null && before.templateId !== id) {
    throw invalid('template_id', 'The template cannot be changed.');
  }
  const { hog } = body;
  if (typeof hog === 'string' && hog.trim() !== '' && !isSourceOf(template, hog)) {
    const detail = `Destinations run no code of their own: leave hog out, or send the source of ${id}.`;
    throw invalid('hog', detail);
  }
  if (typeOf(body, before) === 'internal_destination' && !sendsInternalEvents(template)) {
    throw invalid('template_id', `${id} sends events of visitors only.`);
  }
  rejectOtherSchema(body, template);
  return template;
}

/** A client may send back the declarations that it was given, or fewer of their keys. */
function rejectOtherSchema(body: HogFunctionWrite, template: DestinationTemplate): void {
  for (const declared of body.inputs_schema ?? []) {
    const { key } = declared;
    if (!template.inputs.some((known) => known.key === key)) {
      const detail = `${template.id} declares its inputs itself, and has none of the key '${String(key)}'.`;
      throw invalid('inputs_schema', detail);
    }
  }
}

/** The stored form of the changes of a body. @throws ApiError 400 for a configuration that can never deliver */
export function destinationFields(
  body: HogFunctionWrite,
  id: string,
  before: Before | null,
  box: SealedBox | null,
): DestinationFields | Partial<DestinationFields> {
  const template = templateFor(body, before);
  const inputs =
    body.inputs === undefined && before !== null
      ? {}
      : storedInputs(template, id, mergedInputs(body, template, id, before, box), box);
  const type = typeOf(body, before);
  const filters = body.filters === undefined ? undefined : storedFilters(type, body.filters ?? {});
  return {
    ...(before === null && {
      type,
      templateId: template.id,
      enabled: false,
      deleted: false,
    }),
    ...(body.name !== undefined || before === null ? { name: body.name ?? '' } : {}),
    ...(body.description !== undefined || before === null
      ? { description: body.description ?? '' }
      : {}),
    ...(body.enabled !== undefined && { enabled: body.enabled }),
    ...(body.deleted !== undefined && { deleted: body.deleted }),
    ...(body.ordered !== undefined && { ordered: body.ordered }),
    ...(body.icon_url !== undefined || before === null
      ? { iconUrl: body.icon_url ?? template.iconUrl }
      : {}),
    ...inputs,
    ...(filters !== undefined || before === null
      ? { filters: filters ?? storedFilters(type, {}) }
      : {}),
  };
}

/** The inputs that a body gives, with the secrets that it keeps. @throws ApiError 400 */
export function mergedInputs(
  body: HogFunctionWrite,
  template: DestinationTemplate,
  id: string,
  before: Before | null,
  box: SealedBox | null,
): InputValues {
  const kept = before === null ? {} : openSecrets(id, before.secretInputs, box);
  if (body.inputs === undefined || body.inputs === null) {
    return { ...((before?.inputs ?? {}) as InputValues), ...kept };
  }
  const given: Record<string, InputValue> = {};
  for (const [key, input] of Object.entries(body.inputs)) {
    if (input === null) continue;
    if ('secret' in input) {
      const secret = kept[key];
      if (secret === undefined) {
        throw invalid(`inputs__${key}`, 'There is no stored secret: send its value.');
      }
      given[key] = secret;
    } else {
      const { value, templating } = input;
      given[key] = { value: value ?? null, ...(templating !== undefined && { templating }) };
    }
  }
  const problem = problemOfInputs(template, given);
  if (problem !== null) throw invalid(`inputs__${problem.input}`, problem.problem);
  return given;
}

/** The template of a body and of what is stored. */
export function templateOf(body: HogFunctionWrite, before: Before | null): DestinationTemplate {
  return templateFor(body, before);
}

function storedInputs(
  template: DestinationTemplate,
  id: string,
  inputs: InputValues,
  box: SealedBox | null,
): Pick<DestinationFields, 'inputs' | 'secretInputs'> {
  const problem = problemOfInputs(template, inputs);
  if (problem !== null) throw invalid(`inputs__${problem.input}`, problem.problem);
  const isSecret = (key: string) =>
    template.inputs.some((declared) => declared.key === key && declared.secret);
  const entries = Object.entries(inputs);
  const secret = entries.filter(([key, { value }]) => isSecret(key) && value !== null);
  const plain = Object.fromEntries(entries.filter(([key]) => !isSecret(key)));
  if (secret.length === 0) return { inputs: plain, secretInputs: null };
  if (box === null) {
    throw invalid(
      `inputs__${secret[0]?.[0] ?? ''}`,
      'This server has no key to store secrets with (EXPORT_SECRETS_KEY).',
    );
  }
  return {
    inputs: plain,
    secretInputs: box.seal(JSON.stringify(Object.fromEntries(secret)), id),
  };
}

function openSecrets(id: string, sealed: string | null, box: SealedBox | null): InputValues {
  if (sealed === null || box === null) return {};
  try {
    return JSON.parse(box.open(sealed, id)) as InputValues;
  } catch {
    // Sealed with a key that this server no longer has: the validation says what must be given again.
    return {};
  }
}

/** Filters without what PostHog computes from them. No filters stay none, because Terraform compares them. */
function storedFilters(
  type: DestinationType,
  filters: HogFunctionFilters,
): Record<string, unknown> {
  if (type === 'destination' && Object.keys(filters).length === 0) return {};
  const { events, actions, properties, filter_test_accounts: testAccounts } = filters;
  return {
    source: type === 'destination' ? 'events' : 'internal-events',
    ...(events && { events }),
    ...(actions && { actions }),
    ...(properties && { properties }),
    ...(testAccounts !== null &&
      testAccounts !== undefined && { filter_test_accounts: testAccounts }),
  };
}

export function invalid(attr: string, detail: string): ApiError {
  return validationError('invalid_input', detail, attr);
}
