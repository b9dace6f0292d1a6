import { useQuery } from '@tanstack/react-query';
import { useAddressSearch, useChangeSearch } from '../../session/address';
import { useBlockedBy, useProject } from '../../session/me';
import { useProjectNavigate } from '../../session/project-link';
import { useOffset } from '../../session/use-offset';
import { Button } from '../../ui/button/button';
import { SearchField } from '../../ui/field/search-field';
import { useDebounced } from '../../ui/filters/use-debounced';
import { Page, Row } from '../../ui/layout/page';
import { EmptyState, ErrorState, FailedNotice, Loading } from '../../ui/state/states';
import { Pager } from '../../ui/table/pager';
import { EXPORT_ROWS, exportListQuery, exportQuery } from './exports/export-data';
import { ExportTable } from './exports/export-table';
import { LatestRuns, RunsOfExport } from './exports/runs-card';

/** Batch exports and their runs; `?export=` shows all runs of one export. */
export default function ExportsScreen() {
  const project = useProject();
  const go = useProjectNavigate();
  const blockedBy = useBlockedBy('batch_export:write');
  const { export: exportId, text = '' } = useAddressSearch();
  const change = useChangeSearch();
  const settled = useDebounced(text);
  const [offset, changeOffset] = useOffset();
  const list = useQuery(exportListQuery(project.id, settled, offset));
  const exports = list.data?.results ?? [];
  const listed = exports.find(({ id }) => id === exportId);
  const isElsewhere = exportId !== undefined && list.isSuccess && listed === undefined;
  const other = useQuery({ ...exportQuery(project.id, exportId ?? ''), enabled: isElsewhere });
  const chosen = listed ?? (isElsewhere ? other.data : undefined);
  return (
    <Page
      title="Exports"
      actions={
        <Button
          kind="primary"
          icon="plus"
          blockedBy={blockedBy}
          onClick={() => go({ path: 'data-management/exports/new' })}
        >
          New export
        </Button>
      }
    >
      <Row>
        <SearchField
          label="Search exports"
          placeholder="Name"
          value={text}
          onChange={(value) => change({ text: value, offset: undefined })}
        />
      </Row>
      {list.isPending && <Loading label="Loading exports" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      <FailedNotice query={other} />
      {list.data?.count === 0 && settled === '' && <NoExports />}
      {list.data?.count === 0 && settled !== '' && (
        <EmptyState title="No export matches">Change the text above.</EmptyState>
      )}
      {exports.length > 0 && (
        <>
          <ExportTable exports={exports} zone={project.timezone} />
          <Pager
            offset={offset}
            size={EXPORT_ROWS}
            shown={exports.length}
            count={list.data?.count ?? 0}
            onChange={changeOffset}
          />
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

function NoExports() {
  return (
    <EmptyState icon="send" title="No exports yet">
      An export writes events or persons to a bucket or to files, every hour for example. Its runs
      are then shown here.
    </EmptyState>
  );
}
