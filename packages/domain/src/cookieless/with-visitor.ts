import type { LoggedEventV1 } from '@tidemark/contracts';
import { COOKIELESS_SENTINEL } from './cookieless-input';
import type { Visitor } from './resolve-visitors';

/** Properties that are only needed to compute the visitor's id and must not be stored. */
const PERSONAL = ['$raw_user_agent', '$cookieless_extra'];

/**
 * The event with its visitor's id, without data that identifies the visitor. The address is removed later, because
 * the location is read from it first.
 */
export function withVisitor(entry: LoggedEventV1, visitor: Visitor): LoggedEventV1 {
  const properties: Record<string, unknown> = {
    ...entry.properties,
    $device_id: visitor.deviceId,
    $session_id: visitor.sessionId,
  };
  for (const key of PERSONAL) Reflect.deleteProperty(properties, key);
  if (entry.event === '$identify') properties['$anon_distinct_id'] = visitor.distinctId;
  const anonymous = entry.event !== '$identify' && entry.distinct_id === COOKIELESS_SENTINEL;
  return { ...entry, properties, ...(anonymous && { distinct_id: visitor.distinctId }) };
}
