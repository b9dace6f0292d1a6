type Node = Readonly<Record<string, unknown>>;

/**
 * The ids of the actions that a stored document refers to (`docs/wire/actions.md#reference-search`): in series nodes
 * of queries, `actionId`, entities of type `actions`, items of a list called `actions`, and behavioural filters of
 * cohorts.
 */
export function referencedActionIds(document: unknown): ReadonlySet<number> {
  const ids = new Set<number>();
  const waiting: unknown[] = [document];
  const add = (value: unknown): void => {
    const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
    if (typeof id === 'number' && Number.isSafeInteger(id)) ids.add(id);
  };
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (Array.isArray(value)) {
      for (const item of value as unknown[]) waiting.push(item);
    } else if (isNode(value)) {
      for (const id of idsIn(value)) add(id);
      for (const item of Object.values(value)) waiting.push(item);
    }
  }
  return ids;
}

/** The ids of actions in one node, without its children. */
function idsIn(node: Node): unknown[] {
  const { actions } = node;
  return [
    ...(node['kind'] === 'ActionsNode' || node['type'] === 'actions' ? [node['id']] : []),
    ...(node['event_type'] === 'actions' ? [node['key']] : []),
    ...(node['seq_event_type'] === 'actions' ? [node['seq_event']] : []),
    ...(Array.isArray(actions) ? actions.filter(isNode).map(({ id }) => id) : []),
    node['actionId'],
  ];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
