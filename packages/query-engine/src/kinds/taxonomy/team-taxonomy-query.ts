import type { TeamTaxonomyQuery } from '@tidemark/contracts';
import { teamTaxonomyQuerySchema } from '@tidemark/contracts';
import type { QueryKindDefinition } from '../kind';
import { CALCULATED } from '../kind';
import { filled, isRecent, taxonomyResponse } from './taxonomy-response';

const ROWS = 100;

/** The events of the last 30 days, the most common first. */
export const teamTaxonomyQuery: QueryKindDefinition<TeamTaxonomyQuery> = {
  ...CALCULATED,
  kind: 'TeamTaxonomyQuery',
  schema: teamTaxonomyQuerySchema,
  staleness: 'any_event',
  respond: (body, context) =>
    taxonomyResponse(body, context, {
      statement: filled(
        'SELECT event, count() AS total FROM events WHERE {where} GROUP BY event ORDER BY total DESC, event',
        { where: isRecent(context) },
      ),
      rows: ROWS,
      item: ([event, count]) => ({ event, count: Number(count) }),
    }),
};
