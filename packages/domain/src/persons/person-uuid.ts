import { v5 } from 'uuid';

const NAMESPACE = '932979b4-65c3-4424-8467-0b66ec27bc22';

/**
 * The uuid a person made from this distinct id gets, whoever makes it. Events without a person carry
 * the same uuid, so they need no rewriting when the person is made later (`wire/capture.md` §5.6).
 */
export function personUuid(projectId: number, distinctId: string): string {
  return v5(`${projectId}:${distinctId}`, NAMESPACE);
}
