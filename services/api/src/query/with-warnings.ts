/**
 * The answer with warnings about its request. They are not part of the result, which requests without overrides share.
 * Warnings of HogQLMetadata are objects with a place in its text: what is said of the request stands for all of it.
 */
export function withWarnings<A extends object>(answer: A, added: readonly string[]): A {
  if (added.length === 0) return answer;
  const own: unknown = 'warnings' in answer ? answer.warnings : null;
  const more = 'isValid' in answer ? added.map((text) => noticeFor(answer, text)) : added;
  return { ...answer, warnings: [...(Array.isArray(own) ? (own as unknown[]) : []), ...more] };
}

function noticeFor(answer: object, message: string): object {
  const text = 'query' in answer && typeof answer.query === 'string' ? answer.query : '';
  return { message, start: 0, end: text.length, fix: null };
}
