import type { IncomingMessage } from 'node:http';
import type { Logger } from '@tidemark/platform';
import { toldSurvey } from '@tidemark/contracts';
import type { OfferedSurvey } from '@tidemark/postgres';
import type { ProjectLists } from '../definitions/project-lists';
import type { FlagDefinitions } from '../flags/flag-definitions';
import type { Answer } from '../http/answer';
import { empty, json, text } from '../http/answer';
import { preflightHeaders } from '../http/cors';
import type { ProjectDirectory } from '../projects/project-directory';
import { ProjectStoreDownError } from '../projects/project-directory';
import type { SdkScripts } from '../static/sdk-scripts';
import { projectConfig } from './project-config';

/** A start-up configuration path taken apart. */
export interface RemoteConfigTarget {
  readonly token: string;
  /** `bundle` is the SDK with the script behind it. */
  readonly form: 'json' | 'script' | 'bundle';
}

const PATH = /^\/array\/([^/]+)\/(config|config\.js|array\.js)$/;
const FORMS: Readonly<Record<string, RemoteConfigTarget['form']>> = {
  config: 'json',
  'config.js': 'script',
  'array.js': 'bundle',
};
const CACHE = ['Cache-Control', 'public, max-age=30'];

export function parseRemoteConfigPath(path: string): RemoteConfigTarget | null {
  const match = PATH.exec(path);
  const form = FORMS[match?.[2] ?? ''];
  return match?.[1] === undefined || form === undefined ? null : { token: match[1], form };
}

/**
 * `GET /array/{token}/config`, `config.js` and `array.js`: what posthog-js and the mobile SDKs read first
 * (`wire/flags.md` §2.4).
 */
export function createRemoteConfigHandler(deps: {
  readonly projects: ProjectDirectory;
  readonly flags: FlagDefinitions;
  readonly sdkScripts: SdkScripts;
  readonly surveys: ProjectLists<OfferedSurvey>;
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

  /** False tells SDKs not to ask for any. */
  const surveysOf = async (projectId: number): Promise<false | readonly object[]> => {
    try {
      const list = await deps.surveys.get(projectId);
      return list.length === 0 ? false : list.map(toldSurvey);
    } catch (error) {
      deps.logger.warn({ err: error }, 'surveys not readable and none known');
      return false;
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
        surveys: await surveysOf(project.id),
        hasFeatureFlags: await hasFeatureFlags(project.id),
        token,
      };
      if (form === 'json') return json(200, config, CACHE);
      const script = configScript(token, config);
      if (form === 'script') return javascript(script);
      const sdk = await deps.sdkScripts('/static/array.js');
      // The SDK ends with a comment of one line.
      return javascript(`${String(sdk.body)}\n${script}`);
    } catch (error) {
      if (!(error instanceof ProjectStoreDownError)) throw error;
      return text(503, 'transient error, please retry', ['Retry-After', '1']);
    }
  };
}

/** Leaves the configuration where the SDK looks before it asks for it. */
function configScript(token: string, config: object): string {
  // `<` could end a script element if the answer were ever put inline.
  const safe = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
  const name = 'window._POSTHOG_REMOTE_CONFIG';
  const entry = safe({ config, siteApps: [] });
  return `(function(){${name}=${name}||{};${name}[${safe(token)}]=${entry};})();\n`;
}

function javascript(body: string): Answer {
  return { status: 200, body, headers: ['Content-Type', 'application/javascript', ...CACHE] };
}
