import type { ImportedEvent } from '../imported';
import type { JsonObject } from '../json';
import { isObject } from '../json';

/** A property of persons who have closed or answered a survey, by which its flag leaves them out. */
const MARK = /^(\$survey_(?:dismissed|responded)\/)([^/]+)((?:\/.*)?)$/;

/**
 * Replaces the ids of surveys in an event: without this, an imported survey would have no answers, and would be shown
 * again to persons who have answered it.
 *
 * @param idOf returns the id in the target; null for a survey that was not imported
 */
export function withSurveyIds(
  event: ImportedEvent,
  idOf: (id: string) => string | null,
): ImportedEvent {
  const { properties } = event;
  const id = properties['$survey_id'];
  const survey = typeof id === 'string' ? idOf(id) : null;
  const sets = ['$set', '$set_once'].flatMap((name) => {
    const set = properties[name];
    return isObject(set) && Object.keys(set).some((key) => MARK.test(key))
      ? [[name, withMarks(set, idOf)] as const]
      : [];
  });
  if (survey === null && sets.length === 0) return event;
  const changes = { ...(survey !== null && { $survey_id: survey }), ...Object.fromEntries(sets) };
  return { ...event, properties: { ...properties, ...changes } };
}

function withMarks(set: JsonObject, idOf: (id: string) => string | null): JsonObject {
  const members = Object.entries(set).map(([key, value]) => {
    const [, mark = '', id = '', iteration = ''] = MARK.exec(key) ?? [];
    return [mark === '' ? key : mark + (idOf(id) ?? id) + iteration, value] as const;
  });
  return Object.fromEntries(members);
}
