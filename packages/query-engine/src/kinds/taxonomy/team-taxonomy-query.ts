import type { TeamTaxonomyQuery } from '@tidemark/contracts';
import { teamTaxonomyQuerySchema } from '@tidemark/contracts';
import type { QueryKindDefinition } from '../kind';
import { filled, isRecent, taxonomyAnswer } from './taxonomy-answer';

const ROWS = 100;

/** The events of the last 30 days, the commonest first. */
export const teamTaxonomyQuery: QueryKindDefinition<TeamTaxonomyQuery> = {
  kind: 'TeamTaxonomyQuery',
  schema: teamTaxonomyQuerySchema,
  hasCacheKeys: true,
  run: (body, context) =>
    taxonomyAnswer(body, context, {
      statement: filled(
        'SELECT event, count() AS total FROM events WHERE {where} GROUP BY event ORDER BY total DESC, event',
        { where: isRecent(context) },
      ),
      rows: ROWS,
      item: ([event, count]) => ({ event, count: Number(count) }),
    }),
};
