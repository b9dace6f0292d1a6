/** The item that a server requests with a key: the definitions, or the payload of one flag. */
export type ReaderTarget =
  | {
      readonly what: 'definitions';
      readonly project: string | null;
      /** The older endpoints return cohorts only to requests with `send_cohorts`. */
      readonly cohorts: 'always' | 'asked';
    }
  | { readonly what: 'remote_config'; readonly project: string; readonly flag: string };

const PROJECT = /^\/api\/(?:projects|environments)\/([^/]+)\/feature_flags\/(.+)$/;
const REMOTE_CONFIG = /^([^/]+)\/remote_config$/;

/**
 * Parses a path without its trailing slash (`docs/wire/flags-management.md#remote-config-payload` and
 * `docs/wire/flags-management.md#local-evaluation-routes`); null for any other path.
 */
export function parseReaderPath(path: string): ReaderTarget | null {
  if (path === '/flags/definitions') {
    return { what: 'definitions', project: null, cohorts: 'always' };
  }
  if (path === '/api/feature_flag/local_evaluation') {
    return { what: 'definitions', project: null, cohorts: 'asked' };
  }
  const [, project, rest] = PROJECT.exec(path) ?? [];
  if (project === undefined || rest === undefined) return null;
  if (rest === 'local_evaluation') return { what: 'definitions', project, cohorts: 'asked' };
  const flag = REMOTE_CONFIG.exec(rest)?.[1];
  return flag === undefined ? null : { what: 'remote_config', project, flag };
}
