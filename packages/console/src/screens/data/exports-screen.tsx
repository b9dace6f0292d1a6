import { useQuery } from '@tanstack/react-query';
import { useAddressSearch } from '../../session/address';
import { useMe, useProject } from '../../session/me';
import { Page } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import { CodeBlock } from '../../ui/text/code-block';
import { exportListQuery } from './exports/export-data';
import { ExportTable } from './exports/export-table';
import { LatestRuns, RunsOfExport } from './exports/runs-card';

/** Batch exports and their runs; `?export=` shows all runs of one export. */
export default function ExportsScreen() {
  const project = useProject();
  const { export: exportId } = useAddressSearch();
  const list = useQuery(exportListQuery(project.id));
  const exports = list.data ?? [];
  const chosen = exports.find(({ id }) => id === exportId);
  return (
    <Page title="Exports">
      {list.isPending && <Loading label="Loading exports" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && exports.length === 0 && <NoExports projectId={project.id} />}
      {exports.length > 0 && (
        <>
          <ExportTable exports={exports} zone={project.timezone} />
          {chosen === undefined ? (
            <LatestRuns exports={exports} zone={project.timezone} />
          ) : (
            <RunsOfExport key={chosen.id} batchExport={chosen} zone={project.timezone} />
          )}
        </>
      )}
    </Page>
  );
}

function NoExports({ projectId }: { readonly projectId: number }) {
  const { public_url: publicUrl } = useMe();
  const url = `${publicUrl ?? window.location.origin}/api/projects/${projectId}/batch_exports/`;
  const body = {
    name: 'Data lake',
    model: 'events',
    interval: 'hour',
    destination: {
      type: 'S3',
      config: {
        ...{ bucket_name: 'my-bucket', region: 'eu-central-1', prefix: 'events/{year}/{month}' },
        ...{ file_format: 'Parquet', aws_access_key_id: '…', aws_secret_access_key: '…' },
      },
    },
  };
  const code = [
    `curl ${url} \\`,
    `  -H 'Authorization: Bearer <personal key>' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body, null, 2)}'`,
  ].join('\n');
  return (
    <>
      <EmptyState icon="send" title="No exports yet">
        An export writes events or persons to a bucket or to files, every hour for example. The API
        creates one; its runs are then shown here.
      </EmptyState>
      <CodeBlock code={code} label="A request that creates an export" />
    </>
  );
}
