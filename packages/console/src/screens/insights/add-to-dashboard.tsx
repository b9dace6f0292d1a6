import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useBlockedBy, useProjectId } from '../../session/me';
import { Button } from '../../ui/button/button';
import { Dialog } from '../../ui/dialog/dialog';
import { Checkbox, TextField } from '../../ui/field/field';
import { SearchField } from '../../ui/field/search-field';
import { useDebounced } from '../../ui/filters/use-debounced';
import { Row, Stack } from '../../ui/layout/page';
import { ErrorState, Loading } from '../../ui/state/states';
import { CutNotice } from '../../ui/table/pager';
import type { SavedInsight } from './saved-insights';
import { createDashboard, dashboardNamesQuery } from './saved-insights';
import { useInsightChange } from './use-insight-change';

/** A dialog that shows and changes the dashboards of an insight. */
export function AddToDashboard(props: {
  readonly insight: SavedInsight;
  readonly onClose: () => void;
}) {
  const { insight, onClose } = props;
  const projectId = useProjectId();
  const [search, setSearch] = useState('');
  const list = useQuery(dashboardNamesQuery(projectId, useDebounced(search)));
  const dashboards = list.data?.results ?? [];
  const change = useInsightChange(insight);
  const wanted = change.isPending ? change.variables.dashboards : undefined;
  const present = wanted ?? insight.dashboards;
  const put = (id: number, isOn: boolean): void => {
    const others = insight.dashboards.filter((other) => other !== id);
    change.mutate({ dashboards: isOn ? [...others, id] : others });
  };
  return (
    <Dialog
      title="Dashboards with this insight"
      isOpen
      onClose={onClose}
      actions={<Button onClick={onClose}>Done</Button>}
    >
      <Stack>
        <SearchField
          label="Search dashboards"
          placeholder="Search dashboards"
          value={search}
          onChange={setSearch}
        />
        {list.error !== null && (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        )}
        {list.isPending && <Loading />}
        {dashboards.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name === null || name === '' ? `Dashboard ${id}` : name}
            disabled={change.isPending}
            checked={present.includes(id)}
            onChange={(isOn) => put(id, isOn)}
          />
        ))}
        <CutNotice
          shown={dashboards.length}
          count={list.data?.count ?? 0}
          things="dashboards"
          advice="Search for the others."
        />
        <NewDashboard onCreated={(id) => put(id, true)} />
      </Stack>
    </Dialog>
  );
}

function NewDashboard({ onCreated }: { readonly onCreated: (id: number) => void }) {
  const projectId = useProjectId();
  const client = useQueryClient();
  const blockedBy = useBlockedBy('dashboard:write');
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: () => createDashboard(projectId, name.trim()),
    onSuccess: async ({ id }) => {
      setName('');
      onCreated(id);
      await client.invalidateQueries({ queryKey: ['dashboard-names', projectId] });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') create.mutate();
      }}
    >
      <Row>
        <TextField
          label="New dashboard"
          labelHidden
          placeholder="Name of a new dashboard"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button
          type="submit"
          icon="plus"
          blockedBy={blockedBy}
          busy={create.isPending}
          disabled={name.trim() === ''}
        >
          Create and add
        </Button>
      </Row>
    </form>
  );
}
