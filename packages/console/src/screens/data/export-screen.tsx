import { useQuery } from '@tanstack/react-query';
import { usePathParameter } from '../../session/address';
import { useProjectId } from '../../session/me';
import { ProjectLink } from '../../session/project-link';
import { Page } from '../../ui/layout/page';
import { ErrorState, Loading } from '../../ui/state/states';
import { exportQuery } from './exports/export-data';
import { ExportForm } from './exports/export-form';

/** `data-management/exports/new` creates an export, `data-management/exports/{id}` changes one. */
export default function ExportScreen() {
  const id = usePathParameter('id');
  const projectId = useProjectId();
  const isNew = id === 'new';
  const stored = useQuery({ ...exportQuery(projectId, id), enabled: !isNew });
  return (
    <Page title={isNew ? 'New export' : `Change ${stored.data?.name ?? 'the export'}`}>
      <ProjectLink path="data-management/exports">All exports</ProjectLink>
      {isNew && <ExportForm stored={null} />}
      {!isNew && stored.isPending && <Loading label="Loading the export" />}
      {stored.isError && <ErrorState error={stored.error} onRetry={() => void stored.refetch()} />}
      {stored.data !== undefined && <ExportForm key={id} stored={stored.data} />}
    </Page>
  );
}
