import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Flag } from '../../queries/flags/flag';
import { flagWords } from '../../queries/flags/flag-words';
import { useAddressSearch, useChangeSearch } from '../../session/address';
import { useBlockedBy, useProject, useProjectId } from '../../session/me';
import { ProjectLink, useProjectNavigate } from '../../session/project-link';
import { useOffset } from '../../session/use-offset';
import { Button } from '../../ui/button/button';
import { SelectField } from '../../ui/field/field';
import { SearchField } from '../../ui/field/search-field';
import { useDebounced } from '../../ui/filters/use-debounced';
import { Page, Row } from '../../ui/layout/page';
import { EmptyState, ErrorState, FailedNotice, Loading } from '../../ui/state/states';
import { Pager } from '../../ui/table/pager';
import { Badge } from '../../ui/text/badge';
import { Timestamp } from '../../ui/text/timestamp';
import { FlagLinks } from './flag-links';
import { FLAG_ROWS, flagListQuery, setFlagActive } from './flag-data';
import { useGroupNames } from './use-group-names';
import styles from './flags.module.css';

const STATES: readonly { readonly value: string; readonly label: string }[] = [
  { value: '', label: 'On and off' },
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
  { value: 'archived', label: 'Archived' },
];

/** All flags, each with a description of its conditions and a switch. */
export default function FlagsScreen() {
  const projectId = useProjectId();
  const go = useProjectNavigate();
  const blockedBy = useBlockedBy('feature_flag:write');
  const { text = '', state = '' } = useAddressSearch();
  const [offset, changeOffset] = useOffset();
  const settled = useDebounced(text);
  const list = useQuery(flagListQuery(projectId, { text: settled, state, offset }));
  const change = useChangeSearch();
  const flags = list.data?.results ?? [];
  const { query: groupTypes } = useGroupNames();
  return (
    <Page
      title="Flags"
      actions={
        <Button
          kind="primary"
          icon="plus"
          blockedBy={blockedBy}
          onClick={() => go({ path: 'feature_flags/new' })}
        >
          New flag
        </Button>
      }
    >
      <FlagLinks />
      <FailedNotice query={groupTypes} />
      <Row>
        <SearchField
          label="Search flags"
          placeholder="Key or name"
          value={text}
          onChange={(value) => change({ text: value, offset: undefined })}
        />
        <SelectField
          label="State"
          labelHidden
          value={state}
          options={STATES}
          onChange={(value) => change({ state: value, offset: undefined })}
        />
      </Row>
      {list.isPending && <Loading label="Loading flags" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.count === 0 && <NoFlags text={settled} state={state} />}
      {flags.length > 0 && <FlagTable flags={flags} blockedBy={blockedBy} />}
      <Pager
        offset={offset}
        size={FLAG_ROWS}
        shown={flags.length}
        count={list.data?.count ?? 0}
        onChange={changeOffset}
      />
    </Page>
  );
}

function NoFlags({ text, state }: { readonly text: string; readonly state: string }) {
  if (text === '' && state === 'archived') {
    return <EmptyState icon="flag" title="No archived flags" />;
  }
  if (text !== '' || state !== '') {
    return <EmptyState title="No flag matches">Change the text or the state above.</EmptyState>;
  }
  return (
    <EmptyState icon="flag" title="No flags yet">
      A flag turns a feature on for some users, chosen by conditions. Create one, then read it in
      your code with the key of this project.
    </EmptyState>
  );
}

function FlagTable(props: { readonly flags: readonly Flag[]; readonly blockedBy: string | null }) {
  return (
    <div className={styles.scroller} tabIndex={0} role="region" aria-label="Flags">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Flag</th>
            <th scope="col">Matches</th>
            <th scope="col">Last requested</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {props.flags.map((flag) => (
            <FlagRow key={flag.id} flag={flag} blockedBy={props.blockedBy} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function FlagRow({ flag, blockedBy }: { readonly flag: Flag; readonly blockedBy: string | null }) {
  const project = useProject();
  const { names: groupNames } = useGroupNames();
  const client = useQueryClient();
  const toggle = useMutation({
    mutationFn: () => setFlagActive(project.id, flag.id, !flag.active),
    onSuccess: () => client.invalidateQueries({ queryKey: ['flags', project.id] }),
  });
  const verb = flag.active ? 'Turn off' : 'Turn on';
  return (
    <tr>
      <td>
        <ProjectLink path={`feature_flags/${flag.id}`} className={styles.key}>
          {flag.key}
        </ProjectLink>
        <div className={styles.note}>{flag.name}</div>
      </td>
      <td>{flagWords(flag, groupNames)}</td>
      <td>
        <Timestamp value={flag.last_called_at} zone={project.timezone} />
      </td>
      <td>
        <Row>
          <Badge tone={flag.active ? 'success' : 'plain'}>{flag.active ? 'on' : 'off'}</Badge>
          <Button
            kind="quiet"
            busy={toggle.isPending}
            blockedBy={blockedBy}
            aria-label={`${verb} ${flag.key}`}
            onClick={() => toggle.mutate()}
          >
            {verb}
          </Button>
        </Row>
      </td>
    </tr>
  );
}
