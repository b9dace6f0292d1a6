// If the first script of the page is missing, no other code can report it, and the page would show "Loading" for ever.
// This happens when the files of the console are replaced after the page was requested. The page reloads, at most once a
// minute; `src/api/reload.ts` stores the time of the last reload under the same key.
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return;
    const key = 'tidemark.reloadedAt';
    if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) >= 60_000) {
      sessionStorage.setItem(key, String(Date.now()));
      location.reload();
      return;
    }
    const place = document.querySelector('.boot');
    if (place === null) return;
    const button = document.createElement('button');
    button.textContent = 'Reload';
    button.addEventListener('click', () => location.reload());
    place.setAttribute('role', 'alert');
    place.replaceChildren(
      'A file of this page is missing, or the server cannot be reached. ',
      button,
    );
  },
  { capture: true },
);
