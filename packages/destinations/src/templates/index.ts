import { createHash } from 'node:crypto';
import type { DestinationTemplate } from './template';
import { discord, slack, teams } from './chats';
import { email } from './email';
import { replicator } from './replicator';
import { webhook } from './webhook';

/** The templates of all types of destinations. */
export const destinationTemplates: readonly DestinationTemplate[] = [
  ...[webhook, slack, discord, teams, email],
  replicator,
];

export function findTemplate(id: string): DestinationTemplate | null {
  return destinationTemplates.find((template) => template.id === id) ?? null;
}

/** Whether a text is the source of a template: Tidemark's, or that of PostHog's template with the same id. */
export function isSourceOf(
  { hog, posthogSources = [] }: DestinationTemplate,
  text: string,
): boolean {
  const compact = text.replace(/\s+/g, '');
  if (compact === hog.replace(/\s+/g, '')) return true;
  return posthogSources.includes(createHash('sha256').update(compact).digest('hex'));
}
