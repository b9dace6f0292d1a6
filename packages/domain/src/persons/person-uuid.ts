import { hash } from 'node:crypto';

const NAMESPACE = Buffer.from('932979b465c3442484670b66ec27bc22', 'hex');

/**
 * The uuid of a person created for this distinct id: version 5 in a fixed namespace, so that all creators get the
 * same one. Personless events are stored with the same uuid, so they need no change if the person is created later
 * (`docs/wire/capture-processing.md#person-uuid`).
 */
export function personUuid(projectId: number, distinctId: string): string {
  const name = Buffer.from(`${projectId}:${distinctId}`);
  const digest = hash('sha1', Buffer.concat([NAMESPACE, name]), 'hex');
  const variant = ((Number.parseInt(digest.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}
