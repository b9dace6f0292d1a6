import { useQuery } from '@tanstack/react-query';
import { useChangeSearch } from '../../../session/address';
import { useProjectId } from '../../../session/me';
import type { Search } from '../../../session/project-link';
import { SelectField, TextField } from '../../../ui/field/field';
import { SearchField } from '../../../ui/field/search-field';
import { groupTypesQuery } from '../../../ui/filters/property-lists';
import { Row } from '../../../ui/layout/page';
import { FailedNotice } from '../../../ui/state/states';
import type { DefinitionFilters, Subject } from './definition-data';

const VERIFIED = [
  { value: '', label: 'Verified or not' },
  { value: 'true', label: 'Verified' },
  { value: 'false', label: 'Not verified' },
];
const HIDDEN = [
  { value: '', label: 'Exclude hidden' },
  { value: 'shown', label: 'Include hidden' },
];
const EVENT_NAMES = [
  { value: '', label: 'All names' },
  { value: 'own', label: 'Names of this project' },
  { value: 'sdk', label: 'Names of SDKs' },
];

/** The filters of the list, which are stored in the URL. */
export function DefinitionFilterRow(props: {
  readonly subject: Subject;
  readonly filters: DefinitionFilters;
}) {
  const { subject, filters } = props;
  const change = useChangeSearch();
  // When filters change, the list returns to its first page.
  const filter = (changes: Search): void => change({ ...changes, offset: undefined });
  const isOfEvents = subject.kind === 'events' || subject.type === 'event';
  return (
    <Row>
      {subject.kind === 'properties' && <OwnerField subject={subject} onChange={filter} />}
      <SearchField
        label="Search definitions"
        placeholder="Name"
        value={filters.text}
        onChange={(value) => filter({ text: value })}
      />
      <TextField
        label="With one of the tags"
        labelHidden
        placeholder="Tag"
        value={filters.tag}
        onChange={({ target }) => filter({ tag: target.value })}
      />
      <SelectField
        label="Verified"
        labelHidden
        value={filters.verified}
        options={VERIFIED}
        onChange={(verified) => filter({ verified })}
      />
      <SelectField
        label="Hidden"
        labelHidden
        value={filters.withHidden ? 'shown' : ''}
        options={HIDDEN}
        onChange={(hidden) => filter({ hidden })}
      />
      {isOfEvents && (
        <SelectField
          label="Source of the name"
          labelHidden
          value={filters.names}
          options={subject.kind === 'events' ? EVENT_NAMES : EVENT_NAMES.slice(0, 2)}
          onChange={(names) => filter({ names })}
        />
      )}
    </Row>
  );
}

/** A select for the type of the listed properties: of events, persons or a group type. */
function OwnerField(props: {
  readonly subject: Extract<Subject, { kind: 'properties' }>;
  readonly onChange: (changes: Search) => void;
}) {
  const { subject, onChange } = props;
  const types = useQuery(groupTypesQuery(useProjectId()));
  const groups = types.data ?? [];
  const { type, groupTypeIndex = 0 } = subject;
  const options = [
    { value: 'event', label: 'Of events' },
    { value: 'person', label: 'Of persons' },
    ...groups.map(({ group_type: name, group_type_index: index }) => ({
      value: `group ${index}`,
      label: `Of groups: ${name}`,
    })),
  ];
  return (
    <>
      <SelectField
        label="Properties of"
        labelHidden
        value={type === 'group' ? `group ${groupTypeIndex}` : type}
        options={options}
        onChange={(value) => {
          const [of, group] = value.split(' ');
          onChange({
            of: of === 'event' ? undefined : of,
            group,
            names: undefined,
            open: undefined,
          });
        }}
      />
      <FailedNotice query={types} />
    </>
  );
}
