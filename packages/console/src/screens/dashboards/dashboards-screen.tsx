import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useBlockedBy, useProject } from '../../session/me';
import { ProjectLink, useProjectNavigate } from '../../session/project-link';
import { Button } from '../../ui/button/button';
import { TextField } from '../../ui/field/field';
import { Page, Row } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import type { DashboardEntry } from './dashboards';
import { createDashboard, dashboardListQuery } from './dashboards';
import styles from './dashboards.module.css';

/** The dashboards of the project. */
export default function DashboardsScreen() {
  const project = useProject();
  const list = useQuery(dashboardListQuery(project.id));
  return (
    <Page title="Dashboards">
      <NewDashboard projectId={project.id} />
      {list.error !== null && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {list.data !== undefined && <List dashboards={list.data} zone={project.timezone} />}
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

function List(props: { readonly dashboards: readonly DashboardEntry[]; readonly zone: string }) {
  const { dashboards, zone } = props;
  if (dashboards.length === 0) {
    return (
      <EmptyState icon="layout-dashboard" title="No dashboards">
        A dashboard shows several saved insights over one range. Enter the name of a new one above.
      </EmptyState>
    );
  }
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
