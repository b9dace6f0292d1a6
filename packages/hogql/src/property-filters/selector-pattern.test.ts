import { selectorPattern } from './selector-pattern';

/** The chains of the worked examples (`wire/actions.md` §2.7). */
const CHAINS = {
  S: 'button.btn.btn-primary:attr__class="btn btn-primary"attr__data-attr="save-btn"attr__id="save"attr__type="submit"attr_id="save"nth-child="2"nth-of-type="1"text="Save; changes";form.settings:attr__class="settings"nth-child="1"nth-of-type="1";div:attr__id="app"attr_id="app"nth-child="1"nth-of-type="1";body:nth-child="2"nth-of-type="1"',
  L: 'span:nth-child="1"nth-of-type="1"text="Read the docs";a.nav-link:attr__href="https://example.com/docs?ref=nav"href="https://example.com/docs?ref=nav"nth-child="3"nth-of-type="1"text="Docs";nav.top:nth-child="1"nth-of-type="1";body:nth-child="2"nth-of-type="1"',
  D: 'button.cta:nth-child="1"nth-of-type="1"text="Go";div.inner:nth-child="1"nth-of-type="1";article.mid:nth-child="1"nth-of-type="1";section.hero:nth-child="1"nth-of-type="1"',
};

/** The chains that a selector fits. */
function fits(selector: string): string {
  const pattern = selectorPattern(selector);
  if (pattern === null) return 'none';
  return Object.entries(CHAINS)
    .flatMap(([name, chain]) =>
      // `.` in the engine matches newlines too.
      new RegExp(pattern, 's').test(chain) ? [name] : [],
    )
    .join('');
}

it.each([
  ['button.btn-primary.btn', 'S'],
  ['.btn', 'S'],
  ['.bt', ''],
  ['button.btn-prim', ''],
  ['*', 'SLD'],
  ['button', 'SD'],
  ['butto', ''],
  ['#save', 'S'],
  ['#sav', ''],
  ['[id="app"]', 'S'],
  ['[data-attr="save-btn"]', 'S'],
  ["button[data-attr='save-btn'][type='submit'].btn", 'S'],
  ['[data-attr]', 'none'],
  ['form > button', 'S'],
  ['section > button', ''],
  ['section div button', 'D'],
  ['body button', 'S'],
  ['div > form > *', 'S'],
  ['a.nav-link', 'L'],
  ['button > form', ''],
  ['button:hover', 'none'],
  ['button:nth-of-type(1)', 'SD'],
  ['button:nth-child(2)', 'S'],
  ['button:nth-child(3)', ''],
  ['a, b', 'none'],
  ['> a', 'none'],
  ['', 'none'],
])('%s', (selector, chains) => {
  expect(fits(selector)).toBe(chains);
});
