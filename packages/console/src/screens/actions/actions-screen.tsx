import { useQuery } from '@tanstack/react-query';
import { stepWords } from '../../queries/actions/step';
import { numberWords } from '../../queries/numbers';
import { useAddressSearch, useChangeSearch } from '../../session/address';
import { useBlockedBy, useProject } from '../../session/me';
import { ProjectLink, useProjectNavigate } from '../../session/project-link';
import { Button } from '../../ui/button/button';
import { SearchField } from '../../ui/field/search-field';
import { useDebounced } from '../../ui/filters/use-debounced';
import { Page, Row } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import { CutNotice } from '../../ui/table/pager';
import { CellNote, NumberCell, Table } from '../../ui/table/table';
import { Badge } from '../../ui/text/badge';
import { Timestamp } from '../../ui/text/timestamp';
import type { Action } from './action-data';
import { actionListQuery } from './action-data';
import styles from './actions.module.css';

const COLUMNS = [
  { label: 'Action' },
  { label: 'What it matches' },
  { label: 'Used by', isNumber: true },
  { label: 'Created' },
];

/** All actions, with a description of what each matches and the number of items that use it. */
export default function ActionsScreen() {
  const project = useProject();
  const go = useProjectNavigate();
  const blockedBy = useBlockedBy('action:write');
  const { text = '' } = useAddressSearch();
  const change = useChangeSearch();
  const list = useQuery(actionListQuery(project.id, useDebounced(text)));
  const actions = list.data?.results ?? [];
  const count = list.data?.count ?? 0;
  return (
    <Page
      title="Actions"
      actions={
        <Button
          kind="primary"
          icon="plus"
          blockedBy={blockedBy}
          onClick={() => go({ path: 'data-management/actions/new' })}
        >
          New action
        </Button>
      }
    >
      <Row>
        <SearchField
          label="Search actions"
          placeholder="Name"
          value={text}
          onChange={(value) => change({ text: value })}
        />
      </Row>
      {list.isPending && <Loading label="Loading actions" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && count === 0 && (
        <EmptyState
          icon="circle-dot"
          title={text === '' ? 'No actions yet' : 'No action has this name'}
        >
          {text === ''
            ? 'An action gives a name to events that belong together, for example all clicks on a button. Create one here, or from an event on the activity screen.'
            : 'Change the text above.'}
        </EmptyState>
      )}
      {actions.length > 0 && (
        <Table label="Actions" columns={COLUMNS}>
          {actions.map((action) => (
            <ActionRow key={action.id} action={action} zone={project.timezone} />
          ))}
        </Table>
      )}
      <CutNotice
        shown={actions.length}
        count={count}
        things="actions"
        advice="Use the search to find the others."
      />
    </Page>
  );
}

function ActionRow({ action, zone }: { readonly action: Action; readonly zone: string }) {
  const { id, name, description, tags, steps, reference_count: uses = 0 } = action;
  return (
    <tr>
      <th scope="row">
        <ProjectLink path={`data-management/actions/${id}`} className={styles.name}>
          {name === null || name === '' ? `Action ${id}` : name}
        </ProjectLink>
        {description !== '' && <CellNote>{description}</CellNote>}
        {tags.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </th>
      <td className={styles.words}>
        {steps.length === 0 && 'nothing'}
        {steps.length === 1 && steps[0] !== undefined && stepWords(steps[0])}
        {steps.length > 1 && (
          <ol className={styles.numbered}>
            {steps.map((step, index) => (
              <li key={index}>{stepWords(step)}</li>
            ))}
          </ol>
        )}
      </td>
      <NumberCell>{numberWords(uses)}</NumberCell>
      <td>
        <Timestamp value={action.created_at} zone={zone} />
        {action.created_by !== null && <CellNote>{action.created_by.email}</CellNote>}
      </td>
    </tr>
  );
}
