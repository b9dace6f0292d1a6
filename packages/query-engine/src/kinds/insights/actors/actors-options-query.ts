import type { InsightActorsQueryOptions } from '@tidemark/contracts';
import { insightActorsQueryOptionsSchema } from '@tidemark/contracts';
import type { QueryKindDefinition } from '../../kind';
import { CALCULATED } from '../../kind';
import { runInsight, withWireErrors } from '../run-plan';
import { findInsightSource } from './sources';

/** The options of an insight: its days, series and breakdown values (`docs/wire/insights.md#actor-options`). */
export const insightActorsQueryOptions: QueryKindDefinition<InsightActorsQueryOptions> = {
  ...CALCULATED,
  kind: 'InsightActorsQueryOptions',
  schema: insightActorsQueryOptionsSchema,
  staleness: 'any_event',
  async respond(body, context) {
    const insight = insightOf(body.source);
    const read = await findInsightSource(insight.kind).read(insight, context);
    const none = {
      day: null,
      interval: null,
      status: null,
      series: null,
      breakdown: null,
      breakdowns: null,
      compare: null,
    };
    const plan = withWireErrors(() => read.options());
    return { ...none, ...(await runInsight(() => plan, body.modifiers, context)) };
  },
};

/** The insight itself, or the source of an actors query. */
function insightOf(source: { readonly kind: string }): { readonly kind: string } {
  const inner: unknown = 'source' in source ? source.source : undefined;
  return isQuery(inner) ? inner : source;
}

function isQuery(value: unknown): value is { readonly kind: string } {
  return (
    typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string'
  );
}
