import { TidemarkError } from './errors';

export interface Page<One> {
  readonly results: readonly One[];
  readonly next?: string | null | undefined;
}

/**
 * Yields the pages of a list, from the first to the last. Only the parameters of `next` are used, so that the API key
 * is never sent to a host that a response names.
 *
 * @param read returns the page with the given parameters
 * @throws TidemarkError if `next` names a page that was already read
 */
export async function* pagesOf<One>(
  read: (parameters: Readonly<Record<string, string>>) => Promise<Page<One>>,
): AsyncGenerator<readonly One[], void, undefined> {
  let parameters: Readonly<Record<string, string>> = {};
  const seen = new Set<string>();
  for (;;) {
    const { results, next } = await read(parameters);
    yield results;
    if (next === null || next === undefined || next === '') return;
    if (seen.has(next)) throw new TidemarkError(`The list does not end: ${next} comes again.`);
    seen.add(next);
    parameters = Object.fromEntries(new URL(next, 'http://localhost').searchParams);
  }
}
