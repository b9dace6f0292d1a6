import type { DestinationTemplate } from './template';
import { discord, slack, teams } from './chats';
import { email } from './email';
import { replicator } from './replicator';
import { webhook } from './webhook';

/** Every kind of destination. */
export const destinationTemplates: readonly DestinationTemplate[] = [
  ...[webhook, slack, discord, teams, email],
  replicator,
];

export function findTemplate(id: string): DestinationTemplate | null {
  return destinationTemplates.find((template) => template.id === id) ?? null;
}
