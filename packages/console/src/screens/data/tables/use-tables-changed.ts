import { useQueryClient } from '@tanstack/react-query';

/**
 * Returns a function that reloads the lists and the schema of the SQL screen after a change of tables, views or joins.
 */
export function useTablesChanged(projectId: number): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const lists = ['warehouse-tables', 'saved-views', 'table-joins', 'sql-schema'];
    await Promise.all(
      lists.map((list) => client.invalidateQueries({ queryKey: [list, projectId] })),
    );
  };
}
