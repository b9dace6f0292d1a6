import type { DefinitionsText } from './definition-documents';
import { entityTagHeader } from '../http/entity-tag';

/** Which definitions are the current ones. The id is what a client sends back when it reconnects. */
export function definitionsEvent({
  etag,
  version,
}: Pick<DefinitionsText, 'etag' | 'version'>): string {
  const data = JSON.stringify({ etag: entityTagHeader(etag), version });
  return `id: ${etag}\nevent: definitions\ndata: ${data}\n\n`;
}
