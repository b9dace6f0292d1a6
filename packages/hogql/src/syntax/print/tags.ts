import type { Expr, HogQLXTag } from '../ast';
import { Power } from '../powers';
import type { Printer } from './printed';

/** `<Kind name={value}>{child}</Kind>`: every value in braces, which has the same meaning. */
export function printTag({ kind, attributes }: HogQLXTag, printer: Printer): string {
  const braces = (value: Expr): string => `{${printer.nested(value, Power.Lowest)}}`;
  const children: string[] = [];
  const texts = attributes.flatMap(({ name, value }) => {
    if (!isList(value)) return [` ${name}=${braces(value)}`];
    children.push(
      ...value.map((child) =>
        child.type === 'HogQLXTag' ? printTag(child, printer) : braces(child),
      ),
    );
    return [];
  });
  const open = `<${kind}${texts.join('')}`;
  return children.length === 0 ? `${open} />` : `${open}>${children.join('')}</${kind}>`;
}

function isList(value: Expr | readonly Expr[]): value is readonly Expr[] {
  return Array.isArray(value);
}
