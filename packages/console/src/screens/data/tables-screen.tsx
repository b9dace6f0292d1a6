import { useAddressSearch, useChangeSearch } from '../../session/address';
import { Page } from '../../ui/layout/page';
import { Tabs } from '../../ui/tabs/tabs';
import { FilesPart } from './tables/files-part';
import { JoinsPart } from './tables/joins-part';
import { ViewsPart } from './tables/views-part';

const TABS = [
  { id: 'tables', label: 'Tables', content: <FilesPart /> },
  { id: 'views', label: 'Views', content: <ViewsPart /> },
  { id: 'joins', label: 'Joins', content: <JoinsPart /> },
];

/** The tables of SQL other than events and persons: tables from files, views, and joins. */
export default function TablesScreen() {
  const { part = 'tables' } = useAddressSearch();
  const change = useChangeSearch();
  const selected = TABS.find(({ id }) => id === part)?.id ?? 'tables';
  return (
    <Page title="Tables and views">
      <Tabs
        label="Parts"
        tabs={TABS}
        selected={selected}
        onSelect={(id) =>
          change({ part: id === 'tables' ? undefined : id, open: undefined, edit: undefined })
        }
      />
    </Page>
  );
}
