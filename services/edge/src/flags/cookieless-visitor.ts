import type { IncomingMessage } from 'node:http';
import {
  COOKIELESS_SENTINEL,
  cookielessVisitor,
  identificationsKey,
  resolveVisitors,
} from '@tidemark/domain';
import type { Logger } from '@tidemark/platform';
import type { Project } from '@tidemark/postgres';
import type { VisitorStore } from '@tidemark/redis';
import { clientIp } from '../http/client-ip';
import type { FlagsRequest } from './read-flags-request';

/** Returns the distinct id of a visitor for whom the SDK stores none. */
export type VisitorId = (
  project: Pick<Project, 'id' | 'timezone'>,
  visitor: FlagsRequest['visitor'],
  request: IncomingMessage,
) => Promise<string>;

/**
 * Gives visitors without cookies the distinct id of their events (`docs/wire/flags.md#cookieless-fields`,
 * `docs/wire/capture-processing.md#cookieless-id`), so that a rollout distinguishes them. Returns the id as sent if
 * the request lacks a field that is needed or the store is unavailable.
 */
export function createVisitorId(deps: {
  readonly visitors: Pick<VisitorStore, 'salts' | 'identifications'>;
  readonly trustedProxyHops: number | undefined;
  readonly logger: Logger;
  /** Wall clock, ms since the epoch. */
  readonly now: () => number;
}): VisitorId {
  return async (project, visitor, request) => {
    const event = cookielessVisitor(
      {
        teamId: project.id,
        timestamp: deps.now(),
        ip: visitor.ipAddress ?? clientIp(request, deps.trustedProxyHops),
        userAgent: request.headers['user-agent'],
        host: hostOf(request.headers.origin ?? request.headers.referer),
        extra: visitor.hashExtra,
        timezone: visitor.timezone,
      },
      project.timezone,
    );
    if (event === null) return COOKIELESS_SENTINEL;
    try {
      const salts = await deps.visitors.salts([event.day]);
      const identifications = await deps.visitors.identifications([
        identificationsKey(salts, event),
      ]);
      const state = { salts, identifications, sessions: new Map() };
      return resolveVisitors(state, [event]).visitors[0]?.distinctId ?? COOKIELESS_SENTINEL;
    } catch (error) {
      deps.logger.warn({ err: error }, 'visitors without cookies cannot be distinguished');
      return COOKIELESS_SENTINEL;
    }
  };
}

/** Host and port of a page, as events name them. */
function hostOf(page: string | undefined): string | undefined {
  return page !== undefined && URL.canParse(page) ? new URL(page).host : undefined;
}
