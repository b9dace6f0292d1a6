import type { Source, Template, WireFilters } from './destination';
import { sourcesOf } from './destination';

/** Something that happens in a project and that a destination can send. */
export interface InternalSource {
  readonly name: string;
  readonly description: string;
  readonly source: Source;
}

/** What PostHog's API calls them, where filters have no name. */
const WORDS: Readonly<Record<string, string>> = {
  $activity_log_entry_created: 'Change in the project',
  $insight_alert_firing: 'Alert begins',
  $insight_alert_resolved: 'Alert ends',
  $health_check_issue_firing: 'Problem begins',
  $health_check_issue_resolved: 'Problem ends',
};

/** The name of an internal event in plain words. */
export function internalEventWords(id: string | number | null): string {
  return id === null ? 'Everything in the project' : (WORDS[String(id)] ?? String(id));
}

/** What happens in a project, from the templates that the server has for it. */
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

/** The templates of one source, and what they are called beside it. */
export function receiversOf(templates: readonly Template[], sourceName: string) {
  return templates
    .filter(({ filters }) => filters !== null && sourcesOf(filters)[0]?.name === sourceName)
    .map((template) => ({
      template,
      name: template.name.slice(`${sourceName}: `.length),
    }));
}

/** Whether two sources are of the same events. */
export function isSameSource(one: Source, other: Source): boolean {
  const text = ({ kind, id, filters }: Source) =>
    JSON.stringify([
      kind,
      id,
      filters.map(({ key, operator, value }) => [key, operator, [value].flat()]),
    ]);
  return text(one) === text(other);
}

/** Whether filters are those of a destination of internal events. */
export function isInternal(filters: WireFilters): boolean {
  return filters.source === 'internal-events';
}
