import { validationError } from '@tidemark/platform';
import type { KeyDirectory } from '../auth/key-directory';

/** @throws ApiError 400 when the owner has as many keys as one may have */
export function rejectKeyBeyond(max: number, count: number, kind: string): void {
  if (count < max) return;
  throw validationError(
    'invalid_input',
    `You can only have ${max} ${kind}. Remove an existing key before creating a new one.`,
  );
}

/** Changes a key, and forgets what is remembered of it: the change holds from its next use on. */
export async function changeKey<T>(directory: KeyDirectory, change: Promise<T>): Promise<T> {
  const changed = await change;
  directory.forget();
  return changed;
}
