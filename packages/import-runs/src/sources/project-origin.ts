import { uuidOf } from '@tidemark/importers';
import type { DefinitionSource, SourceName } from './source';
import { ImportDeniedError } from './source';

/**
 * Returns the origin of a project's data. It is the same for its API and for its exported files; the name of the source
 * if the project has no uuid, or if its key may not read it.
 *
 * @throws ImportSourceError
 */
export async function projectOrigin(
  { kind, key }: Pick<SourceName, 'kind' | 'key'>,
  definitions: DefinitionSource,
  signal: AbortSignal,
): Promise<string> {
  try {
    const project = await definitions.get('', signal);
    const uuid = uuidOf(project?.['uuid']);
    return uuid === null ? key : `${kind} project ${uuid}`;
  } catch (error) {
    if (error instanceof ImportDeniedError) return key;
    throw error;
  }
}
