import { useQuery } from '@tanstack/react-query';
import { useAddressSearch, useChangeSearch } from '../../../session/address';
import { useBlockedBy, useProjectId } from '../../../session/me';
import { ProjectLink } from '../../../session/project-link';
import { SelectField } from '../../../ui/field/field';
import { Page, Row } from '../../../ui/layout/page';
import { EmptyState, ErrorState, Loading, Notice } from '../../../ui/state/states';
import { Table } from '../../../ui/table/table';
import { Badge } from '../../../ui/text/badge';
import { ArchiveButton } from '../archive-button';
import { FlagLinks } from '../flag-links';
import styles from '../flags.module.css';
import type { CleanupRow } from './cleanup-data';
import { cleanupQuery } from './cleanup-data';

const DAYS = ['7', '30', '90', '180'].map((days) => ({ value: days, label: `${days} days` }));
const COLUMNS = ['Flag', 'Reason', 'Places in code', 'Action'].map((label) => ({ label }));
const SHOWN_PLACES = 5;

/** The flags that can probably be removed, with the reasons and the places in the code that use them. */
export default function CleanupScreen() {
  const { days = '30' } = useAddressSearch();
  const change = useChangeSearch();
  const list = useQuery(cleanupQuery(useProjectId(), days));
  const blockedBy = useBlockedBy('feature_flag:write');
  const rows = list.data?.results ?? [];
  return (
    <Page title="Clean-up">
      <FlagLinks />
      <Row>
        <SelectField
          label="Not used or changed for"
          value={days}
          options={DAYS}
          onChange={(value) => change({ days: value })}
        />
      </Row>
      {list.isPending && <Loading label="Looking for flags that can be removed" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && list.data.scans.length === 0 && (
        <Notice kind="info">
          No code has been scanned yet, so references are unknown. Run{' '}
          <code>npm run tidemark -- flags references &lt;folder&gt; --upload</code> in your
          repository.
        </Notice>
      )}
      {list.isSuccess && rows.length === 0 && (
        <EmptyState icon="circle-check" title="No flag to clean up">
          Every flag of this age is used and returns more than one value.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <Table label="Flags that can probably be removed" columns={COLUMNS}>
          {rows.map((row) => (
            <CleanupLine
              key={row.id}
              row={row}
              isScanned={(list.data?.scans.length ?? 0) > 0}
              blockedBy={blockedBy}
            />
          ))}
        </Table>
      )}
    </Page>
  );
}

function CleanupLine(props: {
  readonly row: CleanupRow;
  readonly isScanned: boolean;
  readonly blockedBy: string | null;
}) {
  const { row, isScanned, blockedBy } = props;
  return (
    <tr>
      <th scope="row">
        <ProjectLink path={`feature_flags/${row.id}`} className={styles.key}>
          {row.key}
        </ProjectLink>
        <div className={styles.note}>{row.name}</div>
        {row.has_experiment && <Badge>experiment</Badge>}
      </th>
      <td>
        {row.reasons.map(({ code, detail }) => (
          <div key={code}>{detail}</div>
        ))}
        {row.dependents.length > 0 && (
          <div className={styles.note}>Flags depend on it: {row.dependents.join(', ')}</div>
        )}
      </td>
      <td>
        {row.references.slice(0, SHOWN_PLACES).map(({ repository, path, line, kind }) => (
          <div key={`${repository} ${path} ${line}`} className={styles.key}>
            {repository}/{path}:{line}
            {kind === 'text' && ' (text)'}
          </div>
        ))}
        {row.references.length > SHOWN_PLACES && (
          <div className={styles.note}>and {row.references.length - SHOWN_PLACES} more</div>
        )}
        {row.references.length === 0 && (
          <span className={styles.note}>{isScanned ? 'none' : 'not scanned'}</span>
        )}
      </td>
      <td>
        <ArchiveButton flag={row} blockedBy={blockedBy} stays />
      </td>
    </tr>
  );
}
