import { useMutation } from '@tanstack/react-query';
import { downloadRows } from '../../api/download-rows';
import { Menu, MenuItem } from '../../ui/menu/menu';
import { Icon } from '../../ui/icon/icon';

/** All rows of the statement as a file, not only those that are shown. */
export function ExportMenu(props: { readonly projectId: number; readonly query: unknown }) {
  const { projectId, query } = props;
  const download = useMutation({
    mutationFn: (format: 'csv' | 'ndjson') => downloadRows(projectId, query, format, 'query'),
  });
  return (
    <Menu label="Export all rows" trigger={<Icon name="download" />}>
      <MenuItem disabled={download.isPending} onClick={() => download.mutate('csv')}>
        All rows as CSV
      </MenuItem>
      <MenuItem disabled={download.isPending} onClick={() => download.mutate('ndjson')}>
        All rows as NDJSON
      </MenuItem>
    </Menu>
  );
}
