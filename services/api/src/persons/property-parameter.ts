import { validationError } from '@tidemark/platform';

/** The filters of a query string, a JSON list; of persons unless they say otherwise. @throws ApiError 400 */
export function propertiesOf(text: string | null): readonly unknown[] {
  if (text === null || text === '') return [];
  const reject = (): Error =>
    validationError('invalid_input', 'Properties are unparsable!', 'properties');
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw reject();
  }
  if (!Array.isArray(parsed)) throw reject();
  return (parsed as unknown[]).map((filter) => {
    if (typeof filter !== 'object' || filter === null) throw reject();
    return { type: 'person', ...filter };
  });
}
