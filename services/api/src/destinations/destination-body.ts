import type { DestinationType, HogFunctionBody } from '@tidemark/contracts';
import type { DestinationTemplate, InternalTemplate } from '@tidemark/destinations';
import { filtersOfSource, findTemplate } from '@tidemark/destinations';
import type { Destination, DestinationHealth, User } from '@tidemark/postgres';
import { userBasicBody } from '../users/user-body';
import { wireTime, wireTimeOrNull } from '../wire-time';

/** A template as the API shows it. */
export function templateBody(template: DestinationTemplate, type: DestinationType = 'destination') {
  return {
    id: template.id,
    type,
    name: template.name,
    description: template.description,
    status: 'stable' as const,
    free: true as const,
    icon_url: template.iconUrl,
    hog: template.hog,
    inputs_schema: [...template.inputs],
    filters: null,
    masking: null,
    mappings: null,
  };
}

/** A template with the message and the filters of an internal event. */
export function internalTemplateBody({ id, base, source, inputs }: InternalTemplate) {
  return {
    ...templateBody(base, 'internal_destination'),
    id,
    name: `${source.name}: ${base.name}`,
    description: source.description,
    inputs_schema: [...inputs],
    filters: filtersOfSource(source),
  };
}

/** A destination as the API shows it; a secret is never among its inputs. */
export function destinationBody(
  destination: Destination,
  creator: User | null,
  health: DestinationHealth | undefined,
): HogFunctionBody {
  const template = findTemplate(destination.templateId);
  const secretKeys = (template?.inputs ?? []).filter(({ secret }) => secret);
  return {
    id: destination.id,
    type: destination.type,
    name: destination.name,
    description: destination.description,
    created_at: wireTime(destination.createdAt),
    created_by: creator && userBasicBody(creator),
    updated_at: wireTime(destination.updatedAt),
    enabled: destination.enabled,
    deleted: destination.deleted,
    ordered: destination.ordered,
    hog: template?.hog ?? '',
    inputs_schema: [...(template?.inputs ?? [])],
    inputs: {
      ...destination.inputs,
      ...(destination.secretInputs !== null &&
        Object.fromEntries(secretKeys.map(({ key }) => [key, { secret: true }]))),
    },
    filters: { ...destination.filters },
    icon_url: destination.iconUrl,
    template: template && templateBody(template, destination.type),
    template_id: destination.templateId,
    status: statusBody(health),
    masking: null,
    mappings: null,
    bytecode: null,
    transpiled: null,
    execution_order: null,
  };
}

function statusBody(health: DestinationHealth | undefined): HogFunctionBody['status'] {
  const isOpen = health !== undefined && health.openUntil !== null;
  return {
    state: health === undefined ? 1 : isOpen ? 3 : 2,
    rating: health === undefined ? 1 : 0,
    tokens: 0,
    failing_since: wireTimeOrNull(health?.failingSince ?? null),
    latest_error: health?.latestError ?? null,
    retry_at: wireTimeOrNull(health?.openUntil ?? null),
  };
}
