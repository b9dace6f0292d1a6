import type { HogQLMetadataBody } from '@tidemark/contracts';
import { hogQLQuerySchema } from '@tidemark/contracts';
import type { Expr, SelectQuery, Statement } from '@tidemark/hogql';
import { HogQLError, parseExpr, parseSelect } from '@tidemark/hogql';
import { statementOf } from '../../plan/sql-statement';
import type { KindContext } from '../kind';

/** A parsed text of any language, as part of a statement that can be checked. */
export interface EditedText {
  readonly statement: Statement;
  /** The difference between offsets in the tree and in the text. */
  readonly shift: number;
}

type Edited = Pick<
  HogQLMetadataBody,
  'language' | 'query' | 'filters' | 'variables' | 'sourceQuery'
>;

/** @throws HogQLError for a text that cannot be parsed, with offsets into the tree's source */
export async function readText(body: Edited, context: KindContext): Promise<EditedText> {
  switch (body.language) {
    case 'hogQL': {
      const { query: text, filters, variables } = body;
      const query = { kind: 'HogQLQuery' as const, query: text, filters, variables };
      return { statement: await statementOf(hogQLQuerySchema.parse(query), context), shift: 0 };
    }
    case 'hogQLExpr':
      return { statement: await around(parseExpr(body.query), body, context), shift: 0 };
    case 'hogTemplate':
      // A template is the content of f'…'.
      return {
        statement: await around(parseExpr(`f'${quotable(body.query)}'`), body, context),
        shift: TEMPLATE_PREFIX,
      };
    case 'hog':
    case 'hogJson':
    case 'liquid':
      throw new HogQLError(
        'hogql_not_implemented',
        `Texts in ${body.language} are not supported: use hogQL, hogQLExpr or hogTemplate`,
      );
  }
}

export const TEMPLATE_PREFIX = 2;

/** A SELECT of only the expression, from the tables of the source query. */
async function around(
  expr: Expr,
  { sourceQuery }: Edited,
  context: KindContext,
): Promise<Statement> {
  const parsed = hogQLQuerySchema.safeParse(sourceQuery);
  const source = parsed.success
    ? await statementOf(parsed.data, context)
    : parseSelect('select 1 from events');
  const select = source.type === 'SelectQuery' ? source : firstOf(source);
  const empty = parseSelect('select 1') as SelectQuery;
  return { ...empty, ctes: select.ctes, selectFrom: select.selectFrom, select: [expr] };
}

function firstOf(statement: Statement): SelectQuery {
  return statement.type === 'SelectQuery' ? statement : firstOf(statement.initialSelectQuery);
}

/**
 * Quotes outside braces would end the template; they are replaced by text of the same length, so that offsets stay
 * correct.
 */
function quotable(template: string): string {
  let depth = 0;
  return template.replace(/[{}']/g, (char) => {
    if (char === '{') depth += 1;
    if (char === '}') depth -= 1;
    return depth === 0 && char === "'" ? '"' : char;
  });
}
