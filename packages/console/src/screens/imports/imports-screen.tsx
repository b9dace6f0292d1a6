import { useQuery } from '@tanstack/react-query';
import type { ImportRun } from '../../queries/imports/import';
import { countWords, importWords, sourceWords } from '../../queries/imports/import';
import { ADDRESS_FORMS } from '../../queries/imports/import-address';
import { useAddressSearch, useChangeSearch } from '../../session/address';
import { useProject } from '../../session/me';
import { useOffset } from '../../session/use-offset';
import { ProjectLink, useProjectNavigate } from '../../session/project-link';
import { Card, Page } from '../../ui/layout/page';
import { ErrorState, Loading } from '../../ui/state/states';
import { Pager } from '../../ui/table/pager';
import { CellNote, Table } from '../../ui/table/table';
import { Tabs } from '../../ui/tabs/tabs';
import { Badge } from '../../ui/text/badge';
import { Timestamp } from '../../ui/text/timestamp';
import { AddressForm } from './address-form';
import { CancelImportButton } from './cancel-import-button';
import { FileForm } from './file-form';
import { IMPORT_ROWS, importListQuery, useImportsChanged } from './import-data';
import styles from './imports.module.css';

const COLUMNS = [
  { label: 'Source' },
  { label: 'State' },
  { label: 'Imported' },
  { label: 'Started' },
  { label: 'Commands' },
];

const ADDRESS_SOURCES = ['posthog', 'mixpanel', 'amplitude'] as const;

/** Forms that start imports from other services, and a list of all imports. */
export default function ImportsScreen() {
  const project = useProject();
  const changed = useImportsChanged(project.id);
  const open = useProjectNavigate();
  const { from } = useAddressSearch();
  const change = useChangeSearch();
  const onStarted = async (run: ImportRun): Promise<void> => {
    await changed();
    open({ path: `settings/imports/${run.id}` });
  };
  const tabs = [
    ...ADDRESS_SOURCES.map((source) => ({
      id: source,
      label: ADDRESS_FORMS[source].label,
      content: <AddressForm source={source} onStarted={(run) => void onStarted(run)} />,
    })),
    {
      id: 'file',
      label: 'Uploaded files',
      content: <FileForm onStarted={(run) => void onStarted(run)} />,
    },
  ];
  return (
    <Page title="Imports">
      <Card title="New import">
        <p className={styles.note}>
          Import into an empty project: at the end the whole project is compared with the source. An
          import that failed continues where it stopped when the same one is started again.
        </p>
        <Tabs
          label="Import from"
          tabs={tabs}
          selected={tabs.some(({ id }) => id === from) ? String(from) : 'posthog'}
          onSelect={(id) => change({ from: id === 'posthog' ? undefined : id })}
        />
      </Card>
      <PastImports />
    </Page>
  );
}

function PastImports() {
  const project = useProject();
  const [offset, changeOffset] = useOffset();
  const page = useQuery(importListQuery(project.id, offset));
  const runs = page.data?.results ?? [];
  return (
    <Card title="Imports">
      {page.isPending && <Loading label="Loading imports" />}
      {page.isError && <ErrorState error={page.error} onRetry={() => void page.refetch()} />}
      {page.data?.count === 0 && <p className={styles.note}>Nothing has been imported yet.</p>}
      {runs.length > 0 && (
        <Table label="Imports" columns={COLUMNS}>
          {runs.map((run) => (
            <ImportRow key={run.id} run={run} zone={project.timezone} />
          ))}
        </Table>
      )}
      <Pager
        offset={offset}
        size={IMPORT_ROWS}
        shown={runs.length}
        count={page.data?.count ?? 0}
        onChange={changeOffset}
      />
    </Card>
  );
}

function ImportRow({ run, zone }: { readonly run: ImportRun; readonly zone: string }) {
  const { text, tone } = importWords(run, zone);
  return (
    <tr>
      <th scope="row" className={styles.text}>
        <ProjectLink path={`settings/imports/${run.id}`}>{sourceWords(run)}</ProjectLink>
        {!run.in_background && <CellNote>from the command line</CellNote>}
      </th>
      <td className={styles.text}>
        <Badge tone={tone}>{text}</Badge>
        {run.error !== null && <CellNote>{run.error}</CellNote>}
      </td>
      <td className={styles.text}>{countWords(run.counts) || 'nothing yet'}</td>
      <td>
        <Timestamp value={run.created_at} zone={zone} />
        {run.finished_at !== null && (
          <CellNote>
            ended <Timestamp value={run.finished_at} zone={zone} />
          </CellNote>
        )}
      </td>
      <td>
        <CancelImportButton run={run} />
      </td>
    </tr>
  );
}
