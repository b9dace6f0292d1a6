/** The rows of an answer whose kind answers rows; none for any other. */
export function rowsOf(answer: object): readonly (readonly unknown[])[] {
  const results = 'results' in answer ? answer.results : null;
  return Array.isArray(results) ? results.filter((row) => Array.isArray(row)) : [];
}
