import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useProjectId } from '../../session/me';
import type { InsightChange, SavedInsight } from './saved-insights';
import { changeInsight, insightQuery } from './saved-insights';

/** Changes a saved insight on the server and in the cache of the browser. */
export function useInsightChange(insight: SavedInsight) {
  const projectId = useProjectId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: InsightChange) => changeInsight(projectId, insight.short_id, change),
    onSuccess: (changed, { deleted }) => {
      if (deleted !== true) {
        for (const id of [insight.short_id, String(insight.id)]) {
          client.setQueryData(insightQuery(projectId, id).queryKey, changed);
        }
      }
      return client.invalidateQueries({ queryKey: ['insights', projectId] });
    },
  });
}
