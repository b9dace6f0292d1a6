import { useMutation } from '@tanstack/react-query';
import type { FileFormat } from '../../api/download-rows';
import { downloadRows } from '../../api/download-rows';
import { Menu, MenuItem } from '../../ui/menu/menu';
import { Icon } from '../../ui/icon/icon';

const FORMATS: readonly (readonly [FileFormat, string])[] = [
  ['csv', 'CSV'],
  ['ndjson', 'NDJSON'],
  ['parquet', 'Parquet'],
];

/** A menu that downloads all rows of a statement as a file, not only the shown rows. */
export function ExportMenu(props: { readonly projectId: number; readonly query: unknown }) {
  const { projectId, query } = props;
  const download = useMutation({
    mutationFn: (format: FileFormat) => downloadRows(projectId, query, format, 'query'),
  });
  return (
    <Menu label="Export all rows" trigger={<Icon name="download" />}>
      {FORMATS.map(([format, label]) => (
        <MenuItem
          key={format}
          disabled={download.isPending}
          onClick={() => download.mutate(format)}
        >
          All rows as {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
