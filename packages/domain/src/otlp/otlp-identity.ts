import { v5 } from 'uuid';
import type { OtlpSource } from './read-otlp';

type Attributes = Readonly<Record<string, unknown>>;

/** Attributes that identify the user of a span or log record; the first one present counts (`docs/wire/otel.md#identity`). */
const OWN_IDS = [
  'ai.telemetry.metadata.posthog_distinct_id',
  'ai.settings.context.posthog_distinct_id',
  'posthog.distinct_id',
  'posthogDistinctId',
  'user.id',
];
const RESOURCE_IDS = ['posthog.distinct_id', 'posthogDistinctId', 'user.id'];

/** Attributes that name a conversation; the one with the widest scope first. */
const SESSION_IDS = [
  '$ai_session_id',
  'ai.telemetry.metadata.$ai_session_id',
  'ai.settings.context.$ai_session_id',
  'eve.session.id',
  'anthropic.session.id',
  'gen_ai.conversation.id',
];

/** The namespace of the uuids made here: a repeated request gets the same uuids. */
const NAMESPACE = '6f4d0c52-0c0f-4a0c-9d5e-2f6f3f1c7b21';

/** The distinct id that the sender set; undefined if there is none. */
export function givenDistinctId(
  attributes: Attributes,
  { resource }: OtlpSource,
): string | undefined {
  return firstText(attributes, OWN_IDS) ?? firstText(resource, RESOURCE_IDS);
}

export function aiSessionId(attributes: Attributes, { resource }: OtlpSource): string | undefined {
  return firstText(attributes, SESSION_IDS) ?? firstText(resource, SESSION_IDS);
}

/** The distinct id of an AI span that has none: the same for all spans of a conversation, or else of a trace. */
export function derivedDistinctId(sessionId: string | undefined, traceId: string): string {
  return v5(sessionId === undefined ? `trace:${traceId}` : `session:${sessionId}`, NAMESPACE);
}

/** The distinct id of a log record or span that has none: derived from the name of the service. */
export function serviceDistinctId({ resource }: OtlpSource): string {
  return `service:${serviceName({ resource })}`;
}

export function serviceName({ resource }: Pick<OtlpSource, 'resource'>): string {
  return firstText(resource, ['service.name']) ?? '';
}

/** The uuid of an event: a repeated request gets the same uuids. */
export function otlpUuid(...parts: readonly string[]): string {
  return v5(JSON.stringify(parts), NAMESPACE);
}

function firstText(attributes: Attributes, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return undefined;
}
