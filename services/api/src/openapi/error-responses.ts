import type { JsonSchema, ResponseObject } from '@tidemark/platform';

const TEXTS: Readonly<Record<number, string>> = {
  400: 'The request does not fit; `attr` names the field where it is one.',
  401: 'No valid key was given.',
  402: 'A quota of the project is used up.',
  403: 'The key may not do this.',
  404: 'There is no such thing, or the key may not know of it.',
  409: 'Another user changed it in the meantime, or it is in use.',
  413: 'The body is too large.',
  415: 'The body is of a type that is not understood.',
  429: 'Too many requests; `Retry-After` says when to come again.',
  503: 'A store that is needed is unavailable or overloaded; the same request may succeed shortly.',
  504: 'The query took longer than it may.',
  512: 'The query would take too long.',
  513: 'The query needs more memory than it may have.',
};

/** Errors all have one shape; an operation refers to one by its status. */
export function errorResponses(schema: JsonSchema): Readonly<Record<string, ResponseObject>> {
  return Object.fromEntries(
    Object.entries(TEXTS).map(([status, description]) => [
      `Error${status}`,
      { description, content: { 'application/json': { schema } } },
    ]),
  );
}
