import type { HogQLMetadataBody } from '@tidemark/contracts';
import { hogQLMetadataSchema } from '@tidemark/contracts';
import { HogQLError } from '@tidemark/hogql';
import { referencedTables } from '../../plan/referenced-tables';
import { QueryError } from '../../query-error';
import type { KindContext, QueryKindDefinition } from '../kind';
import { CALCULATED } from '../kind';
import type { HogQLMetadataResponse } from './response';
import { validMetadata } from './response';
import type { Notice } from './notices';
import { errorNotice, noticeAt } from './notices';
import { readText, TEMPLATE_PREFIX } from './statements';

/** Whether a text is valid, and the meaning of its parts, without running it. */
export const hogQLMetadata: QueryKindDefinition<HogQLMetadataBody> = {
  ...CALCULATED,
  kind: 'HogQLMetadata',
  schema: hogQLMetadataSchema,
  staleness: 'not_stored',
  respond: describe,
};

/** The metadata of a text; its errors are part of the response. */
async function describe(
  body: HogQLMetadataBody,
  context: KindContext,
): Promise<HogQLMetadataResponse> {
  const { query, language } = body;
  const text = { length: query.length, shift: language === 'hogTemplate' ? TEMPLATE_PREFIX : 0 };
  const shared = {
    query,
    isValidView: language === 'hogQL' ? false : null,
    table_names: language === 'hogQL' ? referencedTables(query) : [],
  };
  try {
    const { statement } = await readText(body, context);
    const compiled = await context.compile(statement, { modifiers: body.modifiers });
    // The engine checks types that the compiler does not know.
    await context.explain(compiled);
    const isStatement = language === 'hogQL';
    return validMetadata({ query, isStatement, shift: text.shift }, statement, compiled);
  } catch (error) {
    return {
      ...shared,
      isValid: false,
      isUsingIndices: 'undecisive',
      errors: [mistake(error, text)],
      warnings: [],
      notices: [],
      ch_table_names: null,
    };
  }
}

/** The error in the text; any other error is thrown again. */
function mistake(error: unknown, text: { length: number; shift: number }): Notice {
  if (error instanceof HogQLError) return errorNotice(error, text);
  if (error instanceof QueryError && error.status === 400) {
    return noticeAt(error.message, { start: null, end: null }, text);
  }
  throw error;
}
