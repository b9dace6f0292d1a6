import type { JsonSchema, ResponseObject } from '@tidemark/platform';

const TEXTS: Readonly<Record<number, string>> = {
  400: 'The request is not valid; `attr` names the field, if the error is about a field.',
  401: 'The key is missing or not valid.',
  402: 'A quota of the project is used up.',
  403: 'The key lacks the permission for this operation.',
  404: 'Not found, or the key has no access to it.',
  409: 'Another user changed it in the meantime, or it is in use.',
  413: 'The body is too large.',
  415: 'The type of the body is not supported.',
  422: 'The history does not have what is needed.',
  429: 'Too many requests; `Retry-After` contains the number of seconds to wait.',
  503: 'A store that is needed is unavailable or overloaded; the same request may succeed shortly.',
  504: 'The query exceeded its time limit.',
  512: 'The query would take too long.',
  513: 'The query exceeded its memory limit.',
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
