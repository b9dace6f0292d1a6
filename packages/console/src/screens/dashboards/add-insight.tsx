import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useProjectId } from '../../session/me';
import { ProjectLink } from '../../session/project-link';
import { Button } from '../../ui/button/button';
import { Dialog } from '../../ui/dialog/dialog';
import { Checkbox, TextField } from '../../ui/field/field';
import { useDebounced } from '../../ui/filters/use-debounced';
import { Stack } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import { CutNotice } from '../../ui/table/pager';
import type { InsightChoice } from './dashboards';
import { insightChoicesQuery, putOnDashboard } from './dashboards';

/** A dialog that adds saved insights to a dashboard and removes them. */
export function AddInsight(props: { readonly dashboardId: number; readonly onClose: () => void }) {
  const { dashboardId, onClose } = props;
  const projectId = useProjectId();
  const client = useQueryClient();
  const [search, setSearch] = useState('');
  const settled = useDebounced(search);
  const list = useQuery({
    ...insightChoicesQuery(projectId, settled),
    placeholderData: keepPreviousData,
  });
  const put = useMutation({
    mutationFn: (choice: { readonly insight: InsightChoice; readonly isOn: boolean }) =>
      putOnDashboard(projectId, choice.insight, dashboardId, choice.isOn),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['dashboard', projectId] }),
        client.invalidateQueries({ queryKey: ['insight-choices', projectId] }),
      ]),
  });
  const isOn = (insight: InsightChoice): boolean =>
    put.isPending && put.variables.insight.id === insight.id
      ? put.variables.isOn
      : insight.dashboards.includes(dashboardId);
  return (
    <Dialog
      title="Insights on this dashboard"
      isOpen
      onClose={onClose}
      actions={<Button onClick={onClose}>Done</Button>}
    >
      <Stack>
        <TextField
          label="Search insights"
          labelHidden
          type="search"
          placeholder="Search insights"
          data-autofocus
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        {list.error !== null && (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        )}
        {list.isPending && <Loading />}
        {list.data?.count === 0 && (
          <EmptyState
            icon="chart-line"
            title="No saved insight"
            action={<ProjectLink path="insights/new">Create one</ProjectLink>}
          />
        )}
        {list.data?.results.map((insight) => (
          <Checkbox
            key={insight.id}
            label={insight.name || insight.derived_name || insight.short_id}
            disabled={put.isPending}
            checked={isOn(insight)}
            onChange={(checked) => put.mutate({ insight, isOn: checked })}
          />
        ))}
        <CutNotice
          shown={list.data?.results.length ?? 0}
          count={list.data?.count ?? 0}
          things="insights"
          advice="Search for the others."
        />
      </Stack>
    </Dialog>
  );
}
