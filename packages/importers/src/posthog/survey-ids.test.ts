import { withSurveyIds } from '..';

const idOf = (id: string): string | null => (id === 'old' ? 'new' : null);
const event = (properties: Record<string, unknown>) => ({
  ...{ uuid: 'u', event: 'survey sent', distinct_id: 'd', timestamp: '2026-01-01T00:00:00.000Z' },
  properties,
});

it.each([
  [
    { $survey_id: 'old', $survey_response_q1: 'old' },
    { $survey_id: 'new', $survey_response_q1: 'old' },
  ],
  [
    { $set: { '$survey_responded/old': true, '$survey_dismissed/old/2': true, plan: 'old' } },
    { $set: { '$survey_responded/new': true, '$survey_dismissed/new/2': true, plan: 'old' } },
  ],
  [
    { $set_once: { '$survey_responded/old': true, '$survey_responded/other': true } },
    { $set_once: { '$survey_responded/new': true, '$survey_responded/other': true } },
  ],
])('%j belongs to the imported survey', (from, to) => {
  expect(withSurveyIds(event(from), idOf)).toEqual(event(to));
});

it.each([{ $survey_id: 'other' }, { $survey_id: 7 }, { $set: { plan: 'old' } }, {}])(
  '%j stays as it is',
  (properties) => {
    const given = event(properties);
    expect(withSurveyIds(given, idOf)).toBe(given);
  },
);
