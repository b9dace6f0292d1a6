import { selectorPattern } from './selector-pattern';

/** The chains of the worked examples (`wire/actions.md` §2.7). */
const CHAINS = {
  S: 'button.btn.btn-primary:attr__class="btn btn-primary"attr__data-attr="save-btn"attr__id="save"attr__type="submit"attr_id="save"nth-child="2"nth-of-type="1"text="Save; changes";form.settings:attr__class="settings"nth-child="1"nth-of-type="1";div:attr__id="app"attr_id="app"nth-child="1"nth-of-type="1";body:nth-child="2"nth-of-type="1"',
  L: 'span:nth-child="1"nth-of-type="1"text="Read the docs";a.nav-link:attr__href="https://example.com/docs?ref=nav"href="https://example.com/docs?ref=nav"nth-child="3"nth-of-type="1"text="Docs";nav.top:nth-child="1"nth-of-type="1";body:nth-child="2"nth-of-type="1"',
  U: 'div.-m-2.data-[on=yes]:p-1.md:flex.w-[1.5px]:attr__title="Say \\"no\\" ] > b"nth-child="4"nth-of-type="1";i.sm:[gap:1px]:attr_id="a:b"nth-child="4"nth-of-type="1"',
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
  ['*', 'SLUD'],
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
  ['.w-[1.5px]', 'U'],
  ['.w-[1px]', ''],
  ['i.sm:[gap:1px] > .md:flex.-m-2', 'U'],
  ['.data-[on=yes]:p-1:nth-child(4)', 'U'],
  ['.md:flex:hover', 'none'],
  ['.flex', ''],
  ['#a:b', 'U'],
  ['.md:not(.flex)', 'none'],
  ['.md::before', 'none'],
  [`[title='Say "no" ] > b']`, 'U'],
  ['i div[title="Say \\"no\\" ] > b"]', 'U'],
  ['[title="Say no ] > b"]', ''],
  ['a, b', 'none'],
  ['> a', 'none'],
  ['', 'none'],
])('%s', (selector, chains) => {
  expect(fits(selector)).toBe(chains);
});
