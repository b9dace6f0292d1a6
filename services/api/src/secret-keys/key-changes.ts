import { validationError } from '@tidemark/platform';
import type { KeyDirectory } from '../auth/key-directory';

/** @throws ApiError 400 if the owner has the maximum number of keys */
export function rejectKeyBeyond(max: number, count: number, kind: string): void {
  if (count < max) return;
  throw validationError(
    'invalid_input',
    `You can only have ${max} ${kind}. Remove an existing key before creating a new one.`,
  );
}

/** Changes a key and removes it from the cache, so that the change applies from its next use on. */
export async function changeKey<T>(directory: KeyDirectory, change: Promise<T>): Promise<T> {
  const changed = await change;
  directory.forget();
  return changed;
}
