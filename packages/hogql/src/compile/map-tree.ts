/** Anything with a `type` tag: a syntax node. */
interface TreeNode {
  readonly type: string;
}

function isNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Visits every node of a tree, parents first. */
export function visitTree(root: unknown, visit: (node: TreeNode) => void): void {
  if (Array.isArray(root)) {
    for (const item of root) visitTree(item, visit);
    return;
  }
  if (!isNode(root)) return;
  visit(root);
  for (const child of Object.values(root)) visitTree(child, visit);
}

/** Copies a tree, putting `replace`'s answer in the place of every node for which it gives one. */
export function mapTree<T>(root: T, replace: (node: TreeNode) => TreeNode | null): T;
export function mapTree(root: unknown, replace: (node: TreeNode) => TreeNode | null): unknown {
  if (Array.isArray(root)) return root.map((item: unknown) => mapTree(item, replace));
  if (!isNode(root)) return root;
  const replacement = replace(root);
  if (replacement !== null) return replacement;
  return Object.fromEntries(
    Object.entries(root).map(([key, child]: [string, unknown]) => [key, mapTree(child, replace)]),
  );
}
