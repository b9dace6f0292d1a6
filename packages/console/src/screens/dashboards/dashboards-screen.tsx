import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAddressSearch, useChangeSearch } from '../../session/address';
import { useBlockedBy, useProject } from '../../session/me';
import { ProjectLink, useProjectNavigate } from '../../session/project-link';
import { useOffset } from '../../session/use-offset';
import { Button } from '../../ui/button/button';
import { TextField } from '../../ui/field/field';
import { SearchField } from '../../ui/field/search-field';
import { useDebounced } from '../../ui/filters/use-debounced';
import { Page, Row } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import { Pager } from '../../ui/table/pager';
import type { DashboardEntry } from './dashboards';
import { createDashboard, DASHBOARD_ROWS, dashboardListQuery } from './dashboards';
import styles from './dashboards.module.css';

/** The dashboards of the project. */
export default function DashboardsScreen() {
  const project = useProject();
  const { text = '' } = useAddressSearch();
  const change = useChangeSearch();
  const [offset, changeOffset] = useOffset();
  const settled = useDebounced(text);
  const list = useQuery(dashboardListQuery(project.id, { text: settled, offset }));
  const dashboards = list.data?.results ?? [];
  return (
    <Page title="Dashboards">
      <Row>
        <SearchField
          label="Search dashboards"
          placeholder="Name, description or tag"
          value={text}
          onChange={(value) => change({ text: value, offset: undefined })}
        />
        <NewDashboard projectId={project.id} />
      </Row>
      {list.error !== null && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {list.data?.count === 0 && <NoDashboards isSearch={settled !== ''} />}
      {dashboards.length > 0 && <List dashboards={dashboards} zone={project.timezone} />}
      <Pager
        offset={offset}
        size={DASHBOARD_ROWS}
        shown={dashboards.length}
        count={list.data?.count ?? 0}
        onChange={changeOffset}
      />
    </Page>
  );
}

function NewDashboard({ projectId }: { readonly projectId: number }) {
  const blockedBy = useBlockedBy('dashboard:write');
  const navigate = useProjectNavigate();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: () => createDashboard(projectId, name.trim()),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['dashboards', projectId] });
      navigate({ path: `dashboard/${id}` });
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
          label="Name of a new dashboard"
          labelHidden
          placeholder="Name of a new dashboard"
          maxLength={400}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button
          kind="primary"
          type="submit"
          icon="plus"
          blockedBy={blockedBy}
          busy={create.isPending}
          disabled={name.trim() === ''}
        >
          New dashboard
        </Button>
      </Row>
    </form>
  );
}

function NoDashboards({ isSearch }: { readonly isSearch: boolean }) {
  if (isSearch) return <EmptyState icon="search" title="No dashboard matches" />;
  return (
    <EmptyState icon="layout-dashboard" title="No dashboards">
      A dashboard shows several saved insights over one range. Enter the name of a new one above.
    </EmptyState>
  );
}

function List(props: { readonly dashboards: readonly DashboardEntry[]; readonly zone: string }) {
  const { dashboards, zone } = props;
  const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: zone });
  return (
    <div className={styles.frame}>
      <table className={styles.list}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Created ({zone})</th>
            <th scope="col">By</th>
          </tr>
        </thead>
        <tbody>
          {dashboards.map(({ id, name, created_at, created_by }) => (
            <tr key={id}>
              <td>
                <ProjectLink path={`dashboard/${id}`}>{name || `Dashboard ${id}`}</ProjectLink>
              </td>
              <td>{time.format(new Date(created_at))}</td>
              <td>{created_by?.email ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
