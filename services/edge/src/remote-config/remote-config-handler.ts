import type { IncomingMessage } from 'node:http';
import type { Logger } from '@tidemark/platform';
import type { FlagDefinitions } from '../flags/flag-definitions';
import type { Answer } from '../http/answer';
import { empty, json, text } from '../http/answer';
import { preflightHeaders } from '../http/cors';
import type { ProjectDirectory } from '../projects/project-directory';
import { ProjectStoreDownError } from '../projects/project-directory';
import { projectConfig } from './project-config';

/** A start-up configuration path taken apart. */
export interface RemoteConfigTarget {
  readonly token: string;
  readonly form: 'json' | 'script';
}

const PATH = /^\/array\/([^/]+)\/config(\.js)?$/;
const CACHE = ['Cache-Control', 'public, max-age=30'];

export function parseRemoteConfigPath(path: string): RemoteConfigTarget | null {
  const match = PATH.exec(path);
  if (match?.[1] === undefined) return null;
  return { token: match[1], form: match[2] === undefined ? 'json' : 'script' };
}

/** `GET /array/{token}/config` and `config.js`: what posthog-js and the mobile SDKs read first. */
export function createRemoteConfigHandler(deps: {
  readonly projects: ProjectDirectory;
  readonly flags: FlagDefinitions;
  readonly logger: Logger;
  /** Wall clock, ms since the epoch. */
  readonly now: () => number;
}): (request: IncomingMessage, target: RemoteConfigTarget) => Promise<Answer> {
  const hasFeatureFlags = async (projectId: number): Promise<boolean> => {
    try {
      const { compiled } = await deps.flags.get(projectId);
      return compiled.planned.length + compiled.broken.length > 0;
    } catch (error) {
      // "None" would make SDKs stop asking for flags.
      deps.logger.warn({ err: error }, 'flags not readable, telling SDKs to ask for them');
      return true;
    }
  };

  return async ({ method, headers }, { token, form }) => {
    if (method === 'OPTIONS') return empty(200, preflightHeaders(headers, 'GET,HEAD,OPTIONS'));
    if (method !== 'GET' && method !== 'HEAD') return empty(405, ['Allow', 'GET, HEAD, OPTIONS']);
    try {
      const project = await deps.projects.findByToken(token);
      if (project === null) return text(404, 'Not found');
      const config = {
        ...projectConfig(project, deps.now()),
        hasFeatureFlags: await hasFeatureFlags(project.id),
        token,
      };
      return form === 'json' ? json(200, config, CACHE) : script(token, config);
    } catch (error) {
      if (!(error instanceof ProjectStoreDownError)) throw error;
      return text(503, 'transient error, please retry', ['Retry-After', '1']);
    }
  };
}

function script(token: string, config: object): Answer {
  // `<` could end a script element if the answer were ever put inline.
  const safe = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
  const name = 'window._POSTHOG_REMOTE_CONFIG';
  const entry = safe({ config, siteApps: [] });
  return {
    status: 200,
    body: `(function(){${name}=${name}||{};${name}[${safe(token)}]=${entry};})();\n`,
    headers: ['Content-Type', 'application/javascript', ...CACHE],
  };
}
