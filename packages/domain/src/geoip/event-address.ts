import type { LoggedEventV1 } from '@tidemark/contracts';

/**
 * The `$ip` of an event, or else the address of its sender. As in PostHog, null, an empty text and other falsy values
 * do not hide the sender (`docs/wire/capture-processing.md#merged-sets`).
 */
export function eventAddress({
  ip: sender,
  properties,
}: Pick<LoggedEventV1, 'ip' | 'properties'>): unknown {
  const given = properties['$ip'];
  return Boolean(given) || sender === null ? given : sender;
}
