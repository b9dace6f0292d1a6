/**
 * The response with warnings about its request. They are not part of the result, which requests without overrides share.
 * Warnings of HogQLMetadata are objects with a place in its text: what is said of the request stands for all of it.
 */
export function withWarnings<A extends object>(response: A, added: readonly string[]): A {
  if (added.length === 0) return response;
  const own: unknown = 'warnings' in response ? response.warnings : null;
  const more = 'isValid' in response ? added.map((text) => noticeFor(response, text)) : added;
  return { ...response, warnings: [...(Array.isArray(own) ? (own as unknown[]) : []), ...more] };
}

function noticeFor(response: object, message: string): object {
  const text = 'query' in response && typeof response.query === 'string' ? response.query : '';
  return { message, start: 0, end: text.length, fix: null };
}
