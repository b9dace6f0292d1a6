/** An element of an event's chain, as the API shows it: the clicked one first, then its ancestors. */
export interface ChainElement {
  readonly text: string | null;
  readonly tag_name: string;
  readonly attr_class: readonly string[] | null;
  readonly href: string | null;
  readonly attr_id: string | null;
  readonly nth_child: number | null;
  readonly attributes: Readonly<Record<string, string>>;
}
