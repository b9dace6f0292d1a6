import type { DestinationDraft, Source, Template, WireFilters } from './destination';
import { newDraft, sourcesOf } from './destination';

/** An internal event that a destination can receive. */
export interface InternalSource {
  readonly name: string;
  readonly description: string;
  readonly source: Source;
}

/** Labels for the internal events of PostHog's API, used if a filter has no name. */
const WORDS: Readonly<Record<string, string>> = {
  $activity_log_entry_created: 'Change in the project',
  $insight_alert_firing: 'Alert begins',
  $insight_alert_resolved: 'Alert ends',
  $health_check_issue_firing: 'Problem begins',
  $health_check_issue_resolved: 'Problem ends',
};

/** The label of an internal event; null means all of them. */
export function internalEventWords(id: string | number | null): string {
  return id === null ? 'Everything in the project' : (WORDS[String(id)] ?? String(id));
}

/** The internal events for which the server has templates, each once. */
export function internalSourcesOf(templates: readonly Template[]): readonly InternalSource[] {
  const found = new Map<string, InternalSource>();
  for (const { filters, description } of templates) {
    const [source] = filters === null ? [] : sourcesOf(filters);
    if (source !== undefined && !found.has(source.name)) {
      found.set(source.name, { name: source.name, description, source });
    }
  }
  return [...found.values()];
}

/** The templates for one internal event, each named only by its receiver: `HTTP Webhook`. */
export function receiversOf(templates: readonly Template[], sourceName: string) {
  return templates
    .filter(({ filters }) => filters !== null && sourcesOf(filters)[0]?.name === sourceName)
    .map((template) => ({
      template,
      name: template.name.slice(`${sourceName}: `.length),
    }));
}

/** Whether two sources select the same events. */
export function isSameSource(one: Source, other: Source): boolean {
  const text = ({ kind, id, filters }: Source) =>
    JSON.stringify([
      kind,
      id,
      filters.map(({ key, operator, value }) => [key, operator, [value].flat()]),
    ]);
  return text(one) === text(other);
}

/** Whether the filters belong to a destination for internal events. */
export function isInternal(filters: WireFilters): boolean {
  return filters.source === 'internal-events';
}

/** The inputs that have the message of a template. */
const MESSAGES = ['text', 'content', 'subject'];
/** The text that the server fills with the message of each kind of event. */
const MESSAGE_TEXT = '{{ message }}';

/**
 * A draft with other sources. If there is not exactly one, a text that a template offers for a single source becomes the
 * message of each event; a text of the user stays.
 */
export function withSources(
  draft: DestinationDraft,
  sources: readonly Source[],
  templates: readonly Template[],
): DestinationDraft {
  if (sources.length === 1) return { ...draft, sources };
  const offered = templates.map((template) => newDraft(template).inputs);
  const inputs = Object.entries(draft.inputs).map(([key, value]) => {
    const isOffered =
      MESSAGES.includes(key) && value !== '' && offered.some((inputs) => inputs[key] === value);
    if (!isOffered || typeof value !== 'string') return [key, value] as const;
    const isJson = value.startsWith('{') && !value.startsWith('{{');
    return [
      key,
      isJson ? JSON.stringify({ content: MESSAGE_TEXT }, null, 2) : MESSAGE_TEXT,
    ] as const;
  });
  return { ...draft, sources, inputs: Object.fromEntries(inputs) };
}
