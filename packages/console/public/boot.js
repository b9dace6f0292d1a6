// When a script of the page is missing, nothing else can say so: the page would show "Loading" for ever. This happens
// if the files of the console were replaced after the page was requested. The page loads again, once a minute at most;
// `src/api/reload.ts` stores the same time.
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
