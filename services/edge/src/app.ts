import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { CAPTURE_PATHS } from '@tidemark/contracts';
import type { Logger, OpsRoutes } from '@tidemark/platform';
import { REQUEST_ID_HEADER, requestIdOf } from '@tidemark/platform';
import type { CaptureHandler } from './capture/v0-handler';
import type { CaptureV1Handler } from './capture-v1/capture-v1-handler';
import type { StreamHandler } from './flag-definitions/stream-handler';
import type { EdgeMetrics } from './edge-metrics';
import type { FlagsHandler } from './flags/flags-handler';
import type { LiveFlagsHandler } from './live-flags/live-flags-handler';
import type { EdgeResponse } from './http/edge-response';
import { json, send, text } from './http/edge-response';
import { createResponseQueue } from './http/response-queue';
import { respondInSpan } from './http/respond-in-span';
import { parseTarget } from './http/target';
import { limitResponse } from './limit-response';
import type { ReaderHandler } from './flag-definitions/reader-handler';
import { parseReaderPath } from './flag-definitions/reader-target';
import type { OfrepHandler } from './ofrep/ofrep-handler';
import { parseOfrepPath } from './ofrep/ofrep-target';
import { otlpIntake } from './otlp/otlp-path';
import type { PublicListHandler } from './sdk-config/public-list-handler';
import type { RemoteConfigTarget } from './sdk-config/remote-config-handler';
import { parseRemoteConfigPath } from './sdk-config/remote-config-handler';
import type { SdkScripts } from './sdk-config/sdk-scripts';

/** Paths without their trailing slash; each is also served with one. */
const SERVED_CAPTURE_PATHS: ReadonlySet<string> = new Set(
  CAPTURE_PATHS.map((path) => path.slice(0, -1)),
);

const STREAM_PATH = '/flags/definitions/stream';
const LIVE_FLAGS_PATH = '/flags/stream';
/** The second path is that of AI events, whose clients expect the same responses. */
const CAPTURE_V1_PATHS: ReadonlySet<string> = new Set([
  '/i/v1/analytics/events',
  '/i/v1/ai/events',
]);
const AI_PATH = '/i/v0/ai';

export interface EdgeAppDeps {
  readonly ops: OpsRoutes;
  readonly ai: CaptureHandler;
  readonly capture: CaptureHandler;
  readonly captureV1: CaptureV1Handler;
  readonly recordings: CaptureHandler;
  readonly otlp: CaptureHandler;
  readonly flags: FlagsHandler;
  readonly reader: ReaderHandler;
  readonly ofrep: OfrepHandler;
  readonly definitionStreams: StreamHandler;
  readonly liveFlags: LiveFlagsHandler;
  readonly remoteConfig: (
    request: IncomingMessage,
    target: RemoteConfigTarget,
  ) => Promise<EdgeResponse>;
  readonly sdkScripts: SdkScripts;
  /** Handlers of public lists, by path. */
  readonly publicLists: Readonly<Record<string, PublicListHandler>>;
  /** The seconds that the client's address has to wait, 0 if it need not; null without a limit. */
  readonly addressWait: ((request: IncomingMessage) => Promise<number>) | null;
  readonly metrics: EdgeMetrics;
  readonly logger: Logger;
  /** Handles every path that the edge does not serve. */
  readonly fallback: RequestListener;
}

interface Matched {
  /** Name in the metrics. */
  readonly route: string;
  /** Handles the request. Resolves with null if the response was already sent or the client has disconnected. */
  readonly respond: () => Promise<EdgeResponse | null>;
}

/** Finds the route of a request; null for a path that the edge does not serve. */
function matchRoute(
  deps: EdgeAppDeps,
  request: IncomingMessage,
  response: ServerResponse,
): Matched | null {
  const target = parseTarget(request.url ?? '/');
  const { path } = target;
  if (SERVED_CAPTURE_PATHS.has(path))
    return { route: path, respond: () => deps.capture(request, target) };
  if (CAPTURE_V1_PATHS.has(path)) return { route: path, respond: () => deps.captureV1(request) };
  if (path === '/flags' || path === '/decide') {
    const endpoint = path === '/flags' ? 'flags' : 'decide';
    return { route: path, respond: () => deps.flags(request, target, endpoint) };
  }
  if (path === AI_PATH) return { route: path, respond: () => deps.ai(request, target) };
  if (path === '/s') return { route: path, respond: () => deps.recordings(request, target) };
  if (otlpIntake(path) !== undefined) {
    return { route: path, respond: () => deps.otlp(request, target) };
  }
  if (path.startsWith('/static/')) {
    return { route: '/static', respond: () => deps.sdkScripts(path) };
  }
  const list = Object.hasOwn(deps.publicLists, path) ? deps.publicLists[path] : undefined;
  if (list !== undefined) return { route: path, respond: () => list(request, target) };
  const config = parseRemoteConfigPath(path);
  if (config !== null) {
    return { route: '/array/config', respond: () => deps.remoteConfig(request, config) };
  }
  if (path === STREAM_PATH) {
    return { route: path, respond: () => deps.definitionStreams(request, response, target) };
  }
  if (path === LIVE_FLAGS_PATH) {
    return { route: path, respond: () => deps.liveFlags(request, response, target) };
  }
  const evaluation = parseOfrepPath(path);
  if (evaluation !== null) {
    return { route: '/ofrep/v1/evaluate/flags', respond: () => deps.ofrep(request, evaluation) };
  }
  const asked = parseReaderPath(path);
  if (asked === null) return null;
  return { route: `/flags/${asked.what}`, respond: () => deps.reader(request, target, asked) };
}

/** Returns the request listener of the edge. It handles the paths of the edge and passes all others to `fallback`. */
export function createEdgeApp(deps: EdgeAppDeps): RequestListener {
  const sendTogether = createResponseQueue(send, (error, response) => {
    deps.logger.error({ err: error }, 'a response could not be sent');
    response.destroy();
  });
  const finish = (
    request: IncomingMessage,
    response: ServerResponse,
    route: string,
    respond: EdgeResponse,
  ): void => {
    deps.metrics.requests.inc({ route, status: respond.status });
    sendTogether(request, response, respond);
  };

  const { addressWait } = deps;
  const responseOf = async (
    request: IncomingMessage,
    matched: Matched,
  ): Promise<EdgeResponse | null> => {
    if (addressWait !== null && request.method !== 'OPTIONS') {
      const wait = await addressWait(request);
      if (wait > 0) return limitResponse(matched.route, request.headers, wait);
    }
    return matched.respond();
  };

  return (request, response) => {
    const matched = matchRoute(deps, request, response);
    if (matched === null) {
      if (!deps.ops.handle(request, response)) deps.fallback(request, response);
      return;
    }
    const { route } = matched;
    respondInSpan(request, route, () => responseOf(request, matched)).then(
      (respond) => {
        if (respond !== null) finish(request, response, route, respond);
      },
      (error: unknown) => {
        const requestId = requestIdOf(request.headers[REQUEST_ID_HEADER]);
        deps.logger.error(
          { err: error, route, requestId },
          'a request failed with an unexpected error',
        );
        const named = ['X-Request-Id', requestId];
        finish(request, response, route, text(500, 'internal server error', named));
      },
    );
  };
}

/** The fallback of an edge that runs alone: all other paths are 404. */
export const notFound: RequestListener = (request, response) => {
  send(request, response, json(404, { detail: 'Not found.' }));
};
