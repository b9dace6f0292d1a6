import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../api/api-error';
import { COLUMN_TYPES } from '../../../queries/data/tables';
import { useBlockedBy, useProjectId } from '../../../session/me';
import { Button } from '../../../ui/button/button';
import { Dialog } from '../../../ui/dialog/dialog';
import { SelectField } from '../../../ui/field/field';
import { Stack } from '../../../ui/layout/page';
import { Notice } from '../../../ui/state/states';
import { Table } from '../../../ui/table/table';
import { Badge } from '../../../ui/text/badge';
import { toast } from '../../../ui/toast/toasts';
import type { WarehouseTable } from './table-data';
import { changeTypes } from './table-data';
import { useTablesChanged } from './use-tables-changed';

const COLUMNS = [{ label: 'Column' }, { label: 'Type' }];

/** The columns of a table, whose types can be changed. */
export default function ColumnsDrawer(props: {
  readonly table: WarehouseTable;
  readonly onClose: () => void;
}) {
  const { table, onClose } = props;
  const { id, name, columns } = table;
  const projectId = useProjectId();
  const blockedBy = useBlockedBy('warehouse_table:write');
  const changed = useTablesChanged(projectId);
  // Only the types that were chosen here, because a load may change the columns in the meantime.
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const updates = Object.fromEntries(
    columns.flatMap((column) => {
      const type = chosen[column.name] ?? column.type;
      return type === column.type ? [] : [[column.name, type] as const];
    }),
  );
  const save = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => changeTypes(projectId, id, updates),
    onSuccess: async () => {
      toast('success', `Saved the types of ${name}.`);
      await changed();
      setChosen({});
    },
  });
  return (
    <Dialog
      title={`Columns of ${name}`}
      isOpen
      onClose={onClose}
      place="drawer"
      actions={
        <Button
          kind="primary"
          icon="save"
          disabled={Object.keys(updates).length === 0}
          busy={save.isPending}
          blockedBy={blockedBy}
          onClick={() => save.mutate()}
        >
          Save the types
        </Button>
      }
    >
      <Stack>
        <p>Queries read the values as these types. A value that cannot be read is null.</p>
        {save.error !== null && <Notice kind="danger">{messageOf(save.error)}</Notice>}
        <Table label="Columns" columns={COLUMNS}>
          {columns.map((column) => (
            <tr key={column.name}>
              <th scope="row">
                <code>{column.name}</code>{' '}
                {!column.schema_valid && (
                  <Badge tone="warning">not all values can be read as this type</Badge>
                )}
              </th>
              <td>
                <SelectField
                  label={`Type of ${column.name}`}
                  labelHidden
                  value={chosen[column.name] ?? column.type}
                  options={COLUMN_TYPES as readonly { value: string; label: string }[]}
                  disabled={blockedBy !== null}
                  onChange={(type) => setChosen({ ...chosen, [column.name]: type })}
                />
              </td>
            </tr>
          ))}
        </Table>
      </Stack>
    </Dialog>
  );
}
