import { toldFeature } from '@tidemark/contracts';
import type { OfferedFeature } from '@tidemark/postgres';

/** A draft is nobody's business yet, and what is archived is over. */
const HIDDEN_STAGES: ReadonlySet<string> = new Set(['draft', 'archived']);

/** What people may switch on, of the stages that are asked for (`wire/flags.md` §8.4). */
export function featuresBody(
  offered: readonly OfferedFeature[],
  query: URLSearchParams,
): { readonly earlyAccessFeatures: readonly object[] } {
  const stages = query.getAll('stage');
  const asked = new Set(stages.length === 0 ? ['beta'] : stages);
  const shown = offered.filter(({ stage }) => asked.has(stage) && !HIDDEN_STAGES.has(stage));
  return { earlyAccessFeatures: shown.map(toldFeature) };
}
