import { useQueryClient } from '@tanstack/react-query';

/** Returns a function to call after a change of tables, views or joins: the lists and the SQL screen read them again. */
export function useTablesChanged(projectId: number): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const lists = ['warehouse-tables', 'saved-views', 'table-joins', 'sql-schema'];
    await Promise.all(
      lists.map((list) => client.invalidateQueries({ queryKey: [list, projectId] })),
    );
  };
}
