/** An element of the chain of a click, in the format of the API. The first is the clicked one; its ancestors follow. */
export interface ChainElement {
  readonly text: string | null;
  readonly tag_name: string;
  readonly attr_class: readonly string[] | null;
  readonly href: string | null;
  readonly attr_id: string | null;
  readonly nth_child: number | null;
  readonly attributes: Readonly<Record<string, string>>;
}
