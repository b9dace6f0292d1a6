import { useQuery } from '@tanstack/react-query';
import type { ImportDetail } from '../../queries/imports/import';
import { countWords, importWords, kindWords, sourceWords } from '../../queries/imports/import';
import { numberWords } from '../../queries/numbers';
import { usePathParameter } from '../../session/address';
import { useProject } from '../../session/me';
import { ProjectLink } from '../../session/project-link';
import { Card, Page, Row } from '../../ui/layout/page';
import { ErrorState, Loading, Notice } from '../../ui/state/states';
import { CellNote, NumberCell, Table } from '../../ui/table/table';
import { Badge } from '../../ui/text/badge';
import { Timestamp } from '../../ui/text/timestamp';
import { CancelImportButton } from './cancel-import-button';
import { importQuery } from './import-data';
import { ReconciliationCard } from './reconciliation-card';
import styles from './imports.module.css';

/**
 * The progress of an import, then its report: imported and rejected records with reasons, and differences from the
 * source.
 */
export default function ImportScreen() {
  const project = useProject();
  const run = useQuery(importQuery(project.id, usePathParameter('id')));
  return (
    <Page title="Import">
      <ProjectLink path="settings/imports">All imports</ProjectLink>
      {run.isPending && <Loading label="Loading the import" />}
      {run.isError && <ErrorState error={run.error} onRetry={() => void run.refetch()} />}
      {run.data !== undefined && <Report run={run.data} zone={project.timezone} />}
    </Page>
  );
}

function Report({ run, zone }: { readonly run: ImportDetail; readonly zone: string }) {
  const { text, tone } = importWords(run, zone);
  const kinds = Object.entries(run.counts).filter(([, count]) => count > 0);
  return (
    <>
      <Card title={sourceWords(run)}>
        <Row>
          <span role="status">
            <Badge tone={tone}>{text}</Badge>
          </span>
          <CancelImportButton run={run} />
        </Row>
        <p className={styles.note}>
          started <Timestamp value={run.created_at} zone={zone} />
          {run.finished_at !== null && (
            <>
              , ended <Timestamp value={run.finished_at} zone={zone} />
            </>
          )}
        </p>
        {run.error !== null && (
          <Notice kind="danger">
            {run.error} Start the same import again: it continues where it stopped.
          </Notice>
        )}
        {kinds.length === 0 ? (
          <p className={styles.note}>Nothing has been imported yet.</p>
        ) : (
          <Table
            label={`Imported: ${countWords(run.counts)}`}
            columns={[{ label: 'Imported' }, { label: 'Count', isNumber: true }]}
          >
            {kinds.map(([kind, count]) => (
              <tr key={kind}>
                <th scope="row">{kindWords(kind)}</th>
                <NumberCell>{numberWords(count)}</NumberCell>
              </tr>
            ))}
          </Table>
        )}
      </Card>
      {run.reconciliation !== null && <ReconciliationCard reconciliation={run.reconciliation} />}
      {run.problems.length > 0 && <Problems run={run} />}
    </>
  );
}

const PROBLEM_COLUMNS = [
  { label: 'Record' },
  { label: 'Reason' },
  { label: 'Occurrences', isNumber: true },
];

function Problems({ run: { problems, problem_count: count } }: { readonly run: ImportDetail }) {
  return (
    <Card title="Records that were rejected or changed">
      <Table label="Problems" columns={PROBLEM_COLUMNS}>
        {problems.map(({ kind, source_id: sourceId, name, reason, occurrences }) => (
          <tr key={JSON.stringify([kind, sourceId, reason])}>
            <th scope="row" className={styles.text}>
              {kind.replaceAll('_', ' ')} {name}
              {sourceId !== '' && <CellNote>{sourceId} in the source</CellNote>}
            </th>
            <td className={styles.text}>{reason}</td>
            <NumberCell>{numberWords(occurrences)}</NumberCell>
          </tr>
        ))}
      </Table>
      {count > problems.length && (
        <p className={styles.note}>
          The first {numberWords(problems.length)} of {numberWords(count)}; `tidemark import show`
          prints all of them.
        </p>
      )}
    </Card>
  );
}
