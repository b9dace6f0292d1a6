import { validationError } from '@tidemark/platform';

/** The filters of a query string, a JSON list; of persons unless they say otherwise. @throws ApiError 400 */
export function propertiesOf(text: string | null): readonly unknown[] {
  if (text === null || text === '') return [];
  const refuse = (): Error =>
    validationError('invalid_input', 'Properties are unparsable!', 'properties');
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw refuse();
  }
  if (!Array.isArray(parsed)) throw refuse();
  return (parsed as unknown[]).map((filter) => {
    if (typeof filter !== 'object' || filter === null) throw refuse();
    return { type: 'person', ...filter };
  });
}
