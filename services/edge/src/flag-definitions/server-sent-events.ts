import type { DefinitionsText } from './definition-documents';
import { entityTagHeader } from '../http/entity-tag';

/** The event with the tag of the current definitions. Clients send its id when they reconnect. */
export function definitionsEvent({
  etag,
  version,
}: Pick<DefinitionsText, 'etag' | 'version'>): string {
  const data = JSON.stringify({ etag: entityTagHeader(etag), version });
  return `id: ${etag}\nevent: definitions\ndata: ${data}\n\n`;
}
