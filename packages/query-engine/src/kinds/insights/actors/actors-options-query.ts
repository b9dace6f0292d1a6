import type { InsightActorsQueryOptions } from '@tidemark/contracts';
import { insightActorsQueryOptionsSchema } from '@tidemark/contracts';
import type { QueryKindDefinition } from '../../kind';
import { answered, runInsight } from '../run-plan';
import { findInsightSource } from './sources';

/** What can be asked about an insight: its days, series, breakdown values (`wire/insights.md` §3.8). */
export const insightActorsQueryOptions: QueryKindDefinition<InsightActorsQueryOptions> = {
  kind: 'InsightActorsQueryOptions',
  schema: insightActorsQueryOptionsSchema,
  hasCacheKeys: true,
  async run(body, context) {
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
    const plan = answered(() => read.options());
    return { ...none, ...(await runInsight(() => plan, body.modifiers, context)) };
  },
};

/** The insight itself, or the one that an actors query asks about. */
function insightOf(source: { readonly kind: string }): { readonly kind: string } {
  const inner: unknown = 'source' in source ? source.source : undefined;
  return isQuery(inner) ? inner : source;
}

function isQuery(value: unknown): value is { readonly kind: string } {
  return (
    typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string'
  );
}
