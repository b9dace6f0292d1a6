import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAddressSearch, useChangeSearch } from '../../../session/address';
import { useBlockedBy } from '../../../session/me';
import { Button } from '../../../ui/button/button';
import { ConfirmButton } from '../../../ui/dialog/confirm-button';
import { SelectField } from '../../../ui/field/field';
import { SearchField } from '../../../ui/field/search-field';
import { Page, Row } from '../../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../../ui/state/states';
import { Table } from '../../../ui/table/table';
import { Badge } from '../../../ui/text/badge';
import { FlagLinks } from '../flag-links';
import styles from '../flags.module.css';
import type { Chain, ComparedFlag, ComparedRow, Environment } from './environment-data';
import { chainsQuery, comparisonQuery, deleteChain } from './environment-data';
import { LinkProjects } from './link-projects';
import { PromoteDialog } from './promote-dialog';

/** The flags of all environments in one list. `?promote=key` opens the dialog that promotes a flag. */
export default function EnvironmentsScreen() {
  const chains = useQuery(chainsQuery);
  const { chain: wanted = '' } = useAddressSearch();
  const change = useChangeSearch();
  const all = chains.data?.results ?? [];
  const chain = all.find(({ id }) => id === wanted) ?? all[0];
  return (
    <Page title="Environments">
      <FlagLinks />
      {chains.isPending && <Loading label="Loading environments" />}
      {chains.isError && <ErrorState error={chains.error} onRetry={() => void chains.refetch()} />}
      {chains.isSuccess && chain === undefined && (
        <EmptyState icon="flag" title="No environments yet">
          Link projects as development, staging and production of one product. Their flags are then
          compared here, and promoted from one to the next.
        </EmptyState>
      )}
      {all.length > 1 && (
        <SelectField
          label="Product"
          value={chain?.id ?? ''}
          options={all.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => change({ chain: id })}
        />
      )}
      {chain !== undefined && <Comparison key={chain.id} chain={chain} />}
      {chains.isSuccess && <LinkProjects />}
    </Page>
  );
}

const VIEWS = [
  { value: '', label: 'All flags' },
  { value: 'yes', label: 'Flags that differ' },
] as const;

function Comparison({ chain }: { readonly chain: Chain }) {
  const compared = useQuery(comparisonQuery(chain.id));
  const client = useQueryClient();
  const { text = '', differs = '', promote = '', from = '' } = useAddressSearch();
  const change = useChangeSearch();
  const blockedBy = useBlockedBy('project:write');
  const rows = (compared.data?.results ?? []).filter(
    (row) => row.key.toLowerCase().includes(text.toLowerCase()) && (differs === '' || row.differs),
  );
  if (compared.isPending) return <Loading label="Comparing the environments" />;
  if (compared.isError) {
    return <ErrorState error={compared.error} onRetry={() => void compared.refetch()} />;
  }
  const { environments } = compared.data;
  const open = (key: string, index: number): void => change({ promote: key, from: String(index) });
  return (
    <>
      <Row>
        <SearchField
          label="Search flags"
          placeholder="Key"
          value={text}
          onChange={(value) => change({ text: value })}
        />
        <SelectField
          label="Flags"
          labelHidden
          value={differs}
          options={VIEWS}
          onChange={(value) => change({ differs: value })}
        />
        <ConfirmButton
          label="Unlink the projects"
          text="Unlink"
          blockedBy={blockedBy}
          title={`Unlink the projects of ${chain.name}?`}
          onConfirm={async () => {
            await deleteChain(chain.id);
            await client.invalidateQueries({ queryKey: ['environments'] });
          }}
        >
          The projects and their flags stay as they are.
        </ConfirmButton>
      </Row>
      {rows.length === 0 ? (
        <EmptyState title="No flag matches">Change the text or the view above.</EmptyState>
      ) : (
        <Table
          label={`Flags of ${chain.name}`}
          columns={[{ label: 'Flag' }, ...environments.map(({ name }) => ({ label: name }))]}
        >
          {rows.map((row) => (
            <FlagRow key={row.key} row={row} environments={environments} onPromote={open} />
          ))}
        </Table>
      )}
      {promote !== '' && (
        <PromoteDialog
          flagKey={promote}
          environments={environments}
          from={Math.min(Number(from) || 0, environments.length - 2)}
          onClose={() => change({ promote: '', from: '' })}
        />
      )}
    </>
  );
}

function FlagRow(props: {
  readonly row: ComparedRow;
  readonly environments: readonly Environment[];
  readonly onPromote: (key: string, index: number) => void;
}) {
  const { row, environments, onPromote } = props;
  const blockedBy = useBlockedBy('feature_flag:write');
  return (
    <tr>
      <th scope="row">
        <span className={styles.key}>{row.key}</span>
        {row.differs && <Badge tone="warning">differs</Badge>}
      </th>
      {row.flags.map((flag, index) => (
        <td key={flag.project_id}>
          <Cell flag={flag} />
          {flag.present && row.differs && index < environments.length - 1 && (
            <Button
              kind="quiet"
              blockedBy={blockedBy}
              aria-label={`Promote ${row.key} from ${environments[index]?.name} to ${environments[index + 1]?.name}`}
              onClick={() => onPromote(row.key, index)}
            >
              Promote
            </Button>
          )}
        </td>
      ))}
    </tr>
  );
}

function Cell({ flag }: { readonly flag: ComparedFlag }) {
  if (!flag.present) return <span className={styles.note}>missing</span>;
  return (
    <>
      <a href={`/project/${flag.project_id}/feature_flags/${flag.id}`}>
        {flag.enabled ? `on, up to ${flag.rollout_percentage} %` : 'off'}
      </a>
      {flag.differs.length > 0 && (
        <div className={styles.note}>differs in {flag.differs.join(', ')}</div>
      )}
    </>
  );
}
