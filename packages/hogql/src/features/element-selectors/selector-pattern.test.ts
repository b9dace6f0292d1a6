import { selectorPattern } from './selector-pattern';

/** The chains of the worked examples (`docs/wire/actions-matching.md#examples`). */
const CHAINS = {
  S: 'button.btn.btn-primary:attr__class="btn btn-primary"attr__data-attr="save-btn"attr__id="save"attr__type="submit"attr_id="save"nth-child="2"nth-of-type="1"text="Save; changes";form.settings:attr__class="settings"nth-child="1"nth-of-type="1";div:attr__id="app"attr_id="app"nth-child="1"nth-of-type="1";body:nth-child="2"nth-of-type="1"',
  L: 'span:nth-child="1"nth-of-type="1"text="Read the docs";a.nav-link:attr__href="https://example.com/docs?ref=nav"href="https://example.com/docs?ref=nav"nth-child="3"nth-of-type="1"text="Docs";nav.top:nth-child="1"nth-of-type="1";body:nth-child="2"nth-of-type="1"',
  U: 'div.-m-2.data-[on=yes]:p-1.md:flex.w-[1.5px]:attr__title="Say \\"no\\" ] > b"nth-child="4"nth-of-type="1";i.sm:[gap:1px]:attr_id="a:b"nth-child="4"nth-of-type="1"',
  D: 'button.cta:nth-child="1"nth-of-type="1"text="Go";div.inner:nth-child="1"nth-of-type="1";article.mid:nth-child="1"nth-of-type="1";section.hero:nth-child="1"nth-of-type="1"',
};

/** The chains that match a selector. */
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
  ['.md:not(.flex)', ''],
  ['.md::before', 'none'],
  [`[title='Say "no" ] > b']`, 'U'],
  ['i div[title="Say \\"no\\" ] > b"]', 'U'],
  ['[title="Say no ] > b"]', ''],
  ['a, form', 'SL'],
  ['i,button.cta', 'UD'],
  ['a, b:hover', 'none'],
  ['a,', 'none'],
  [', a', 'none'],
  ['a[href^="https://example.com/"]', 'L'],
  ['a[href^="/docs"]', ''],
  ['[href$="ref=nav"]', 'L'],
  ['[href*=docs]', 'L'],
  ['[href*=""]', ''],
  ['[class~="btn"]', 'S'],
  ['[class~="bt"]', ''],
  ['[data-attr|="save"]', 'S'],
  ['[data-attr|="sav"]', ''],
  ['[data-attr^="save"][data-attr$="btn"]', 'S'],
  ['[data-attr^="save"][data-attr$="x"]', ''],
  ['[title*=\'"no"\']', 'U'],
  ['[type=submit]', 'S'],
  ['[type=1]', 'none'],
  ['[type="submit" i]', 'none'],
  ['button:not(.btn)', 'D'],
  ['button:not(.cta, #save)', ''],
  ['button:not([type^="sub"])', 'D'],
  ['button:not(.btn):not(.other)', 'D'],
  [':not(button):not(a) > button', 'SD'],
  ['button:not(form > button)', 'none'],
  ['button:not(:not(.btn))', 'none'],
  ['button:not(.btn', 'none'],
  [':not('.repeat(900), 'none'],
  [':not("'.repeat(100_000), 'none'],
  ['button:not()', 'none'],
  ['form:first-child', 'S'],
  ['button:first-of-type', 'SD'],
  ['button:last-child', 'none'],
  ['button:nth-child(odd)', 'none'],
  ['a + b', 'none'],
  ['a ~ b', 'none'],
  ['> a', 'none'],
  ['', 'none'],
])('%s', (selector, chains) => {
  expect(fits(selector)).toBe(chains);
});
