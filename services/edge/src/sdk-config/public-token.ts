import type { Project } from '@tidemark/postgres';
import type { EdgeResponse } from '../http/edge-response';
import { json } from '../http/edge-response';
import type { ProjectDirectory } from '../projects/project-directory';

/**
 * Finds the project by the `token` of a public list, or returns the error response
 * (`docs/wire/flags-management.md#public-features`).
 *
 * @throws ProjectStoreDownError
 */
export async function publicToken(
  projects: ProjectDirectory,
  query: URLSearchParams,
): Promise<{ readonly project: Project } | { readonly rejection: EdgeResponse }> {
  const token = (query.get('token') ?? query.get('api_key') ?? '').trim();
  if (token === '') {
    return rejected(
      'missing_api_key',
      'API key not provided. You can find your project API key in your project settings.',
    );
  }
  const project = await projects.findByToken(token);
  if (project !== null) return { project };
  return rejected(
    'invalid_api_key',
    'Project API key invalid. You can find your project API key in your project settings.',
  );
}

function rejected(code: string, detail: string): { readonly rejection: EdgeResponse } {
  return { rejection: json(401, { type: 'authentication_error', code, detail, attr: null }) };
}
