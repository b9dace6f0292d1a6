import { idParameter } from '@tidemark/contracts';
import type { AnyIdentity } from './identity';

const projectIdParameter = idParameter();

/**
 * The project id from a path: an id, or `@current` for the user's current project or the only project of the key.
 * Null for any other text.
 */
export function projectIdOf(
  { key, user }: AnyIdentity,
  parameter: string | undefined,
): number | null {
  if (parameter === '@current') {
    return (key.scopedTeams.length === 1 ? key.scopedTeams[0] : user?.currentProjectId) ?? null;
  }
  const parsed = projectIdParameter.safeParse(parameter);
  return parsed.success ? parsed.data : null;
}
