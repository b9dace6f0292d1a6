import { compileHogQL } from '../../compile/compile-hogql';
import { compileContext } from '../../compile/test-support/context';

const asked: string[] = [];
const context = compileContext({
  isTextProperty: (bag, name) => {
    asked.push(`${bag} ${name}`);
    return name.startsWith('text');
  },
});
const sqlOf = (expr: string): string => compileHogQL(`SELECT ${expr} FROM events`, context).sql;

it('reads a property that is text by its string column alone', () => {
  for (const [expr, name] of [
    ['properties.text', 'event text'],
    ["properties['text']", 'event text'],
    ['person.properties.text', 'person text'],
    ['poe.properties.text', 'person text'],
  ] as const) {
    asked.length = 0;
    const sql = sqlOf(expr);
    expect(sql).toContain('roperties.text.:String');
    expect(sql).not.toContain('toJSONString');
    expect(asked).toContain(name);
  }
});

it('reads all types of other values', () => {
  for (const expr of [
    'properties.other',
    "properties['text.dotted']",
    'properties.text.inside',
    'group_0.properties.text',
    'pdi.person.properties.text',
  ]) {
    expect(sqlOf(expr)).toContain('toJSONString');
  }
  expect(sqlOf('properties.$set')).not.toContain('.:String');
});
