import { eventRow } from '../rows';
import type { FunctionCase } from './case';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36';
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const ASSISTANT = 'Mozilla/5.0 (compatible; ChatGPT-User/1.0; +https://openai.com/bot)';

/** The one event that the cases read. */
export const surveyEvent = eventRow({
  event: 'survey sent',
  properties: {
    $survey_id: 's',
    $survey_response: 'first',
    $survey_response_1: 'second',
    $survey_response_q: 'by id',
    $survey_response_m: ['a', 'b'],
    path: '/',
  },
});

/** Functions that PostHog adds to those of the engine. */
export const productCases: readonly FunctionCase[] = [
  ['sparkline([1, 2])', ['__hx_tag', 'Sparkline', 'data', [1, 2]]],
  ["recordingButton('s')", ['__hx_tag', 'RecordingButton', 'sessionId', 's']],
  [
    "recordingButton('s', 'active')",
    ['__hx_tag', 'RecordingButton', 'sessionId', 's', 'recordingStatus', 'active'],
  ],
  ["explainCSPReport('{}')", ['__hx_tag', 'ExplainCSPReport', 'properties', '{}']],
  ["sortableSemver('1.10.2')", [1, 10, 2]],
  ["sortableSemver('v2.0-beta')", [2, 0]],
  ["sortableSemver('none')", [null]],
  ['sortableSemver(properties.missing)', [null]],
  ["sortableSemver('1.10') > sortableSemver('1.9')", 1],
  ["lookupDomainType('google.com')", 'Search'],
  ["lookupDomainType('nowhere.example')", null],
  ["lookupPaidSourceType('google')", 'Paid Search'],
  ["lookupOrganicSourceType('Facebook.com')", 'Organic Social'],
  ["lookupPaidMediumType('display')", 'Display'],
  ["lookupOrganicMediumType('email')", 'Email'],
  ['getSurveyResponse(0)', 'first'],
  ['getSurveyResponse(1)', 'second'],
  ["getSurveyResponse(0, 'q')", 'by id'],
  ["getSurveyResponse(1, 'unknown')", 'second'],
  ["getSurveyResponse(5, 'm', true)", ['"a"', '"b"']],
  ['getSurveyResponse(7)', null],
  ["uniqueSurveySubmissionsFilter('s')", 1],
  ["uniqueSurveySubmissionsFilter('s', '2024-01-01', '2024-12-31')", 1],
  ["uniqueSurveySubmissionsFilter('s', '2024-06-01')", 0],
  ["uniqueSurveySubmissionsFilter('other''\\\\')", 0],
  [`getTrafficType('${BROWSER}')`, 'Regular'],
  [`getTrafficType('${CRAWLER}')`, 'Bot'],
  [`getTrafficType('${ASSISTANT}')`, 'AI Agent'],
  ["getTrafficType('curl/8.0')", 'Automation'],
  ['getTrafficType(properties.missing)', 'Automation'],
  [`getTrafficCategory('${CRAWLER}')`, 'search_crawler'],
  [`getTrafficCategory('${BROWSER}')`, 'regular'],
  ["getTrafficCategory('')", 'no_user_agent'],
  [`isLikelyBot('${BROWSER}')`, 0],
  [`isLikelyBot('${CRAWLER}')`, 1],
  [`getBotType('${ASSISTANT}')`, 'ai_assistant'],
  [`getBotName('${CRAWLER}')`, 'Googlebot'],
  [`getBotOperator('${CRAWLER}')`, 'Google'],
  [`getBotName('${BROWSER}')`, ''],
];
