import { TidemarkError } from './errors';

/** The query parameters of a page; a parameter that occurs several times has all of its values. */
export type PageParameters = Readonly<Record<string, string | readonly string[]>>;

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
  read: (parameters: PageParameters) => Promise<Page<One>>,
): AsyncGenerator<readonly One[], void, undefined> {
  let parameters: PageParameters = {};
  const seen = new Set<string>();
  for (;;) {
    const { results, next } = await read(parameters);
    yield results;
    if (next === null || next === undefined || next === '') return;
    if (seen.has(next)) throw new TidemarkError(`The list does not end: ${next} comes again.`);
    seen.add(next);
    parameters = parametersOf(new URL(next, 'http://localhost').searchParams);
  }
}

function parametersOf(search: URLSearchParams): PageParameters {
  return Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const values = search.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}
