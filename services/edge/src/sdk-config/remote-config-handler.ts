import type { IncomingMessage } from 'node:http';
import type { Logger } from '@tidemark/platform';
import { publicSurvey } from '@tidemark/contracts';
import type { Project } from '@tidemark/postgres';
import type { FlagDirectory } from '../projects/flag-directory';
import type { EdgeResponse } from '../http/edge-response';
import { empty, json, text } from '../http/edge-response';
import { preflightHeaders } from '../http/cors';
import type { ProjectDirectory } from '../projects/project-directory';
import { ProjectStoreDownError } from '../projects/project-directory';
import type { SdkScripts } from './sdk-scripts';
import type { PublicLists } from './open-public-lists';
import { projectConfig } from './project-config';

/** A parsed path of the remote configuration. */
export interface RemoteConfigTarget {
  readonly token: string;
  /** `bundle` is the SDK, followed by the configuration script. */
  readonly form: 'json' | 'script' | 'bundle';
}

const PATH = /^\/array\/([^/]+)\/(config|config\.js|array\.js)$/;
const FORMS: Readonly<Record<string, RemoteConfigTarget['form']>> = {
  config: 'json',
  'config.js': 'script',
  'array.js': 'bundle',
};
const CACHE = ['Cache-Control', 'public, max-age=30'];
/** Used if recordings are restricted to domains: the configuration then depends on the page. */
const CACHE_BY_PAGE = ['Cache-Control', 'private, max-age=30', 'Vary', 'referer'];

export function parseRemoteConfigPath(path: string): RemoteConfigTarget | null {
  const match = PATH.exec(path);
  const form = FORMS[match?.[2] ?? ''];
  return match?.[1] === undefined || form === undefined ? null : { token: match[1], form };
}

/**
 * Creates the handler of `GET /array/{token}/config`, `config.js` and `array.js`, which posthog-js and the mobile
 * SDKs request at start-up (`docs/wire/flags-management.md#config-routes`).
 */
export function createRemoteConfigHandler(deps: {
  readonly projects: ProjectDirectory;
  readonly flags: FlagDirectory;
  readonly sdkScripts: SdkScripts;
  readonly surveysOf: PublicLists['surveysOf'];
  readonly logger: Logger;
  /** Wall clock, ms since the epoch. */
  readonly now: () => number;
}): (request: IncomingMessage, target: RemoteConfigTarget) => Promise<EdgeResponse> {
  const hasFeatureFlags = async (projectId: number): Promise<boolean> => {
    try {
      const { compiled } = await deps.flags.get(projectId);
      return compiled.planned.length + compiled.broken.length > 0;
    } catch (error) {
      // With `false`, SDKs would not request flags.
      deps.logger.warn(
        { err: error },
        'flags cannot be read: remote configuration asks SDKs to request them',
      );
      return true;
    }
  };

  /** Returns `false` if there are no surveys, so that SDKs do not request them (`#config-surveys`). */
  const surveyFields = async (project: Project) => {
    const list = await deps.surveysOf(project);
    if (list.length === 0) return { surveys: false };
    const { surveyConfig } = project;
    return {
      surveys: list.map(publicSurvey),
      ...(surveyConfig !== null && { survey_config: surveyConfig }),
    };
  };

  return async ({ method, headers }, { token, form }) => {
    if (method === 'OPTIONS') return empty(200, preflightHeaders(headers, 'GET,HEAD,OPTIONS'));
    if (method !== 'GET' && method !== 'HEAD') return empty(405, ['Allow', 'GET, HEAD, OPTIONS']);
    try {
      const project = await deps.projects.findByToken(token);
      if (project === null) return text(404, 'Not found');
      const config = {
        ...projectConfig(project, headers, deps.now()),
        ...(await surveyFields(project)),
        hasFeatureFlags: await hasFeatureFlags(project.id),
        token,
      };
      const isRestricted = (project.sdk.recording_domains ?? []).length > 0;
      const cache = isRestricted ? CACHE_BY_PAGE : CACHE;
      if (form === 'json') return json(200, config, cache);
      const script = configScript(token, config);
      if (form === 'script') return javascript(script, cache);
      const sdk = await deps.sdkScripts('/static/array.js');
      // The line break ends the comment in the last line of the SDK.
      return javascript(`${String(sdk.body)}\n${script}`, cache);
    } catch (error) {
      if (!(error instanceof ProjectStoreDownError)) throw error;
      return text(503, 'transient error, please retry', ['Retry-After', '1']);
    }
  };
}

/** Returns a script that stores the configuration in the global variable that the SDK reads before it sends a request. */
function configScript(token: string, config: object): string {
  // `<` could end a script element if a page contained the response inline.
  const safe = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
  const name = 'window._POSTHOG_REMOTE_CONFIG';
  const entry = safe({ config, siteApps: [] });
  return `(function(){${name}=${name}||{};${name}[${safe(token)}]=${entry};})();\n`;
}

function javascript(body: string, cache: readonly string[]): EdgeResponse {
  return { status: 200, body, headers: ['Content-Type', 'application/javascript', ...cache] };
}
