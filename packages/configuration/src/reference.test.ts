import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { referencePage } from './reference';
import { schemas } from './schemas';

const PAGE = join(__dirname, '..', '..', '..', 'docs', 'configuration.md');

describe('docs/configuration.md', () => {
  it('is equal to the page that npm run configuration writes', () => {
    const cells = (text: string): string => text.replace(/ +/g, ' ').replace(/-+/g, '-').trim();
    const [, generated] =
      /<!-- generated -->([\s\S]*)<!-- end -->/.exec(readFileSync(PAGE, 'utf8')) ?? [];
    expect(cells(generated ?? '')).toBe(cells(referencePage()));
  });

  it('has a meaning for every variable', () => {
    for (const [process, { shape }] of Object.entries(schemas)) {
      for (const [name, field] of Object.entries(shape)) {
        expect({ process, name, said: (field.description ?? '').length > 5 }).toEqual({
          process,
          name,
          said: true,
        });
      }
    }
  });
});

it('every meaning is a phrase, not the name of a variable', () => {
  expect(referencePage()).not.toMatch(/\| [a-z]?[A-Z]*(?:_[A-Z]+)+ *\|$/m);
});
