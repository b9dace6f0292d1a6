import { astBuilder } from '../../../syntax/build';
import { HogQLError } from '../../../syntax/errors';
import { parseExpr } from '../../../syntax/parser';
import type { Typed } from '../../scope/typed';
import { arg, constantText, special } from './special';
import type { SpecialCall, SpecialFunction } from './special';

/** The newest event of each submission; an event without submission id is a submission of its own. */
const NEWEST_OF_SUBMISSION = (conditions: string): string =>
  `uuid in (select argMax(uuid, timestamp) from events
   where event = 'survey sent' and ${conditions}
   group by coalesce(nullIf(properties.$survey_submission_id, ''), toString(uuid)))`;

function questionIndex(value: Typed, { node }: SpecialCall): number {
  const index = value.constant;
  if (typeof index === 'number' && Number.isInteger(index) && index >= 0) return index;
  throw new HogQLError(
    'hogql_query_error',
    'getSurveyResponse needs the index of a question, from 0',
    node,
  );
}

/**
 * `getSurveyResponse(index[, question id[, is multiple choice]])`: the answer under the question's id, else the one
 * under its index, as older SDKs send it. Several choices come as an array of JSON values.
 */
function surveyResponse(args: readonly Typed[], context: SpecialCall): Typed {
  const index = questionIndex(arg(args, 0), context);
  const byIndex = index === 0 ? '$survey_response' : `$survey_response_${index}`;
  const id =
    args[1] === undefined || args[1].constant === null
      ? null
      : constantText(args[1], 'The question id', context);
  const ast = astBuilder(context.node);
  const keys = id === null ? [byIndex] : [`$survey_response_${id}`, byIndex];
  const answers = keys.map((key) =>
    ast.call('nullIf', ast.field('properties', key), ast.constant('')),
  );
  const answer = ast.call('coalesce', ...answers);
  const isMultiple = args[2]?.constant === true || args[2]?.constant === 1;
  return context.env.lower(isMultiple ? ast.call('JSONExtractArrayRaw', answer) : answer);
}

/** `uniqueSurveySubmissionsFilter(survey id[, from[, to]])`: true for the newest event of each submission. */
function uniqueSubmissions(args: readonly Typed[], context: SpecialCall): Typed {
  const literals = args.map((value) => quoted(constantText(value, 'The argument', context)));
  const [survey = '', from, to] = literals;
  const conditions = [
    `properties.$survey_id = ${survey}`,
    ...(from === undefined ? [] : [`timestamp >= ${from}`]),
    ...(to === undefined ? [] : [`timestamp <= ${to}`]),
  ];
  return context.env.lower(parseExpr(NEWEST_OF_SUBMISSION(conditions.join(' and '))));
}

function quoted(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

export const surveys: readonly SpecialFunction[] = [
  special('getSurveyResponse', [1, 3], surveyResponse),
  special('uniqueSurveySubmissionsFilter', [1, 3], uniqueSubmissions),
];
