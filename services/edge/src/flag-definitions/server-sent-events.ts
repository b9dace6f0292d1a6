import type { DefinitionsText } from './definition-documents';
import { entityTagHeader } from '../http/entity-tag';

/** First on every stream: how long a client that lost it waits before it asks again, in ms. */
export const RETRY = 'retry: 1000\n\n';

/** Keeps proxies from closing a stream on which nothing happens; clients ignore it. */
export const HEARTBEAT = ': heartbeat\n\n';

/** Which definitions are the current ones. The id is what a client sends back when it reconnects. */
export function definitionsEvent({
  etag,
  version,
}: Pick<DefinitionsText, 'etag' | 'version'>): string {
  const data = JSON.stringify({ etag: entityTagHeader(etag), version });
  return `id: ${etag}\nevent: definitions\ndata: ${data}\n\n`;
}
